package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.runtime.i18n.Codes;
import java.time.Duration;

/** The texts of {@code last_error}. */
public final class FailureText {

    private FailureText() {}

    /** A plain failure: class and message, then the causes, on one line. */
    public static String failure(Throwable thrown) {
        return String.valueOf(thrown);
    }

    /** The handler asked to run later. */
    public static String delayed(Duration delay) {
        return "could not complete the delivery yet, the handler asked to run it later: delay " + DurationText.of(delay)
                + " [" + Codes.DELAYED + "]";
    }

    /** The run ended with its process, and no retries are left. */
    public static String killed(String previous, int run) {
        return (previous == null ? "" : previous + " ") + "[killed: the process ended during run " + run
                + ", no retries left, " + Codes.KILLED + "]";
    }

    /** The group's retries were lowered under what the row has spent. */
    public static String budgetLowered(String previous, int maxRetries, long spent) {
        return (previous == null ? "" : previous + " ") + "[dead: maxRetries was lowered to " + maxRetries + ", "
                + spent + " retries are spent, " + Codes.BUDGET_LOWERED + "]";
    }

    /** The stack trace for the delivery log. */
    public static String stackTrace(Throwable thrown) {
        return String.valueOf(thrown);
    }
}
