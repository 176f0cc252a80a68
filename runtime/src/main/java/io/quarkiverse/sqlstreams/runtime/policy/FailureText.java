package io.quarkiverse.sqlstreams.runtime.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quarkiverse.sqlstreams.runtime.i18n.Codes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The texts of {@code last_error}. None of them can fail, whatever the throwable does, and each fits its column: no
 * U+0000, no lone surrogate, at most {@link #MAX_BYTES}.
 */
public final class FailureText {

    /** The most a text may take, in bytes of UTF-8. */
    public static final int MAX_BYTES = 8 * 1024;

    private static final int FIRST_CAUSES = 12;
    private static final int LAST_CAUSES = 4;

    /** Say nothing that their cause does not say. */
    private static final Set<String> WRAPPERS = Set.of(
            "java.lang.reflect.InvocationTargetException",
            "java.lang.reflect.UndeclaredThrowableException",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.ExecutionException",
            "io.quarkus.arc.ArcUndeclaredThrowableException",
            "io.quarkus.narayana.jta.QuarkusTransactionException");

    private FailureText() {}

    /** A plain failure: class and message, then the causes, on one line. */
    public static String failure(Throwable thrown) {
        try {
            return CappedText.line(causes(telling(CauseChain.of(thrown))), MAX_BYTES);
        } catch (Throwable unreadable) {
            return thrown.getClass().getName();
        }
    }

    /** A failure of the handler whose transaction then ended with another one. */
    static String failure(Throwable own, Throwable ending) {
        String first = CappedText.line(failure(own), MAX_BYTES * 3 / 4);
        return CappedText.line(first + "; the transaction ended with " + failure(ending), MAX_BYTES);
    }

    /** The message can never succeed. */
    public static String terminal(String reason) {
        return CappedText.line(
                new StringBuilder("delivery cannot succeed [")
                        .append(Codes.TERMINAL)
                        .append("]: ")
                        .append(CappedText.line(reason, MAX_BYTES)),
                MAX_BYTES);
    }

    /** The payload cannot be decoded; says where and why without quoting it. */
    public static String undecodable(Throwable thrown) {
        for (Throwable one : CauseChain.of(thrown)) {
            if (one instanceof JsonProcessingException) {
                return terminal("the payload cannot be decoded: " + Reason.message(one));
            }
        }
        return terminal("the payload cannot be decoded: " + Reason.className(thrown));
    }

    /** The handler asked to run later. */
    public static String delayed(Duration delay) {
        return "could not complete the delivery yet, the handler asked to run it later: delay " + DurationText.of(delay)
                + " [" + Codes.DELAYED + "]";
    }

    /** A handler that declares an {@code Outcome} returned null. */
    public static String nullOutcome(String method) {
        return CappedText.line(
                method + " returned null, which is no Outcome: return Outcome.success() when it is done ["
                        + Codes.NULL_OUTCOME + "]",
                MAX_BYTES);
    }

    /**
     * The run took longer than it may.
     *
     * @param failure what it threw once it was cancelled; null if it has not returned
     */
    public static String timedOut(Duration timeout, String failure) {
        String text =
                "the run was cancelled at its timeout of " + DurationText.of(timeout) + " [" + Codes.TIMED_OUT + "]";
        return failure == null ? text : CappedText.line(text + "; " + failure, MAX_BYTES);
    }

    /** The run ended with its process, and no retries are left. */
    public static String killed(String previous, int run) {
        return append(
                previous, "[killed: the process ended during run " + run + ", no retries left, " + Codes.KILLED + "]");
    }

    /** The group's retries were lowered under what the row has spent. */
    public static String budgetLowered(String previous, int maxRetries, long spent) {
        return append(
                previous,
                "[dead: maxRetries was lowered to " + maxRetries + ", " + spent + " retries are spent, "
                        + Codes.BUDGET_LOWERED + "]");
    }

    /** The stack trace for the delivery log. */
    public static String stackTrace(Throwable thrown) {
        return StackTraceText.of(thrown, true);
    }

    private static String append(String previous, String reason) {
        if (previous == null || previous.isEmpty()) {
            return reason;
        }
        return CappedText.line(previous, MAX_BYTES - reason.length() - 1) + " " + reason;
    }

    private static List<Throwable> telling(List<Throwable> chain) {
        List<Throwable> telling = new ArrayList<>();
        for (Throwable one : chain) {
            if (!WRAPPERS.contains(Reason.className(one)) || !isMere(one)) {
                telling.add(one);
            }
        }
        return telling;
    }

    private static boolean isMere(Throwable wrapper) {
        Throwable cause = CauseChain.cause(wrapper);
        if (cause == null || cause == wrapper) {
            return false;
        }
        return Reason.className(wrapper).startsWith("io.quarkus.arc.")
                || Reason.message(wrapper) == null
                || Reason.repeats(wrapper, cause);
    }

    private static StringBuilder causes(List<Throwable> chain) {
        StringBuilder text = new StringBuilder();
        boolean quoting = false;
        for (int i = 0; i < chain.size(); i++) {
            int left = chain.size() - i;
            if (i == FIRST_CAUSES && left > LAST_CAUSES) {
                text.append("; ").append(left - LAST_CAUSES).append(" more causes");
                i = chain.size() - LAST_CAUSES;
            }
            Throwable one = chain.get(i);
            text.append(i == 0 ? "" : "; caused by ").append(Reason.className(one));
            String message = quoting ? null : Reason.message(one);
            if (message != null && !(i + 1 < chain.size() && Reason.repeats(one, chain.get(i + 1)))) {
                text.append(": ").append(CappedText.line(message, MAX_BYTES));
            }
            quoting |= one instanceof JsonProcessingException;
        }
        return text;
    }
}
