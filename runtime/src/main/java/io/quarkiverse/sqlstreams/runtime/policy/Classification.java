package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.RecoverableFailure;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells what a run came to from what its handler returned or threw. */
public final class Classification {

    private final Set<String> terminalOn;

    /**
     * @param terminalOn names of exception types that make a message dead; nested classes with {@code $} or {@code .}
     */
    public Classification(Set<String> terminalOn) {
        Set<String> names = new HashSet<>();
        for (String name : terminalOn) {
            names.add(canonical(name.trim()));
        }
        this.terminalOn = names;
    }

    /** What a throw means. */
    public Verdict classify(Throwable thrown) {
        return classify(thrown, null);
    }

    /**
     * What a throw means, when the call's own throwable may have been replaced: a transaction that timed out ends with
     * an exception of the transaction manager, which does not name what the handler threw.
     *
     * @param thrown what came out of the call
     * @param own what the handler itself threw; null if it is not known
     */
    public Verdict classify(Throwable thrown, Throwable own) {
        List<Throwable> chain = CauseChain.of(thrown);
        boolean replaced = own != null && !contains(chain, own) && endedByTransactions(chain);
        if (replaced) {
            chain = new ArrayList<>(CauseChain.of(own));
            chain.addAll(CauseChain.of(thrown));
        }
        Throwable first = replaced ? own : thrown;
        Duration delay = delay(chain);
        if (delay != null) {
            return Verdict.delay(delay, FailureText.stackTrace(first));
        }
        Throwable terminal = permanent(chain);
        if (terminal == null) {
            terminal = listed(chain);
        }
        if (terminal != null) {
            return Verdict.terminal(terminalText(terminal), FailureText.stackTrace(first));
        }
        String text = replaced ? FailureText.failure(own, thrown) : FailureText.failure(thrown);
        return Verdict.failure(text, FailureText.stackTrace(first));
    }

    /**
     * What a normal return means.
     *
     * @param returnsOutcome whether the method declares an {@link Outcome}
     * @param method for messages: {@code com.acme.Cards#charge}
     */
    public Verdict classify(Object returned, boolean returnsOutcome, String method) {
        if (returned instanceof Outcome.Delay later) {
            return Verdict.delay(later.duration(), null);
        }
        if (returned instanceof Outcome.Retry retry) {
            return stated(retry.cause(), false);
        }
        if (returned instanceof Outcome.Terminal terminal) {
            return stated(terminal.cause(), true);
        }
        if (returned == null && returnsOutcome) {
            return Verdict.failure(FailureText.nullOutcome(method), null);
        }
        return Verdict.success();
    }

    /** The payload cannot be decoded: the message is dead, and neither text quotes it. */
    public Verdict undecodable(Throwable thrown) {
        return Verdict.terminal(FailureText.undecodable(thrown), StackTraceText.of(thrown, false));
    }

    // The handler has said what it wants; only a delay in what it names is still the choice that loses less.
    private static Verdict stated(Throwable cause, boolean terminal) {
        Duration delay = delay(CauseChain.of(cause));
        String stackTrace = FailureText.stackTrace(cause);
        if (delay != null) {
            return Verdict.delay(delay, stackTrace);
        }
        return terminal
                ? Verdict.terminal(terminalText(cause), stackTrace)
                : Verdict.failure(FailureText.failure(cause), stackTrace);
    }

    private static String terminalText(Throwable cause) {
        if (cause instanceof SqlStreamsException) {
            return CappedText.line(Reason.of(cause), FailureText.MAX_BYTES);
        }
        return FailureText.terminal(Reason.of(cause));
    }

    private static Duration delay(List<Throwable> chain) {
        for (Throwable one : chain) {
            if (one instanceof DelayException later) {
                try {
                    Duration delay = later.delay();
                    if (delay != null) {
                        return delay;
                    }
                } catch (Throwable unreadable) {
                    // A subclass that cannot say how long is a failure like any other.
                }
            }
        }
        return null;
    }

    private static Throwable permanent(List<Throwable> chain) {
        for (Throwable one : chain) {
            if (one instanceof RecoverableFailure failure && isPermanent(failure)) {
                return one;
            }
        }
        return null;
    }

    private static boolean isPermanent(RecoverableFailure failure) {
        try {
            return failure.recovery() == Recovery.PERMANENT;
        } catch (Throwable unreadable) {
            return false;
        }
    }

    private Throwable listed(List<Throwable> chain) {
        if (!terminalOn.isEmpty()) {
            for (Throwable one : chain) {
                if (isListed(one.getClass())) {
                    return one;
                }
            }
        }
        return null;
    }

    private boolean isListed(Class<?> type) {
        for (Class<?> current = type; current != null; current = current.getSuperclass()) {
            if (terminalOn.contains(canonical(current.getName()))) {
                return true;
            }
            for (Class<?> one : current.getInterfaces()) {
                if (isListed(one)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String canonical(String className) {
        return className.replace('$', '.');
    }

    private static boolean contains(List<Throwable> chain, Throwable wanted) {
        for (Throwable one : chain) {
            if (one == wanted) {
                return true;
            }
        }
        return false;
    }

    private static boolean endedByTransactions(List<Throwable> chain) {
        for (Throwable one : chain) {
            if (CauseChain.isTransactions(one)) {
                return true;
            }
        }
        return false;
    }
}
