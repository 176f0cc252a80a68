package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;

/**
 * What one run came to.
 *
 * @param delay how long to wait, as asked; null unless it is a delay
 * @param error the text for {@code last_error}; null for a success
 * @param stackTrace for the delivery log; may be null
 */
public record Verdict(Kind kind, Duration delay, String error, String stackTrace) {

    private static final Verdict SUCCESS = new Verdict(Kind.SUCCESS, null, null, null);

    /** What to do with the message. */
    public enum Kind {
        /** It is done. */
        SUCCESS,
        /** It is retried while its budget lasts. */
        FAILURE,
        /** It is dead now. */
        TERMINAL,
        /** It is run later. */
        DELAY
    }

    public static Verdict success() {
        return SUCCESS;
    }

    public static Verdict failure(String error, String stackTrace) {
        return new Verdict(Kind.FAILURE, null, error, stackTrace);
    }

    public static Verdict terminal(String error, String stackTrace) {
        return new Verdict(Kind.TERMINAL, null, error, stackTrace);
    }

    public static Verdict delay(Duration delay, String stackTrace) {
        return new Verdict(Kind.DELAY, delay, FailureText.delayed(delay), stackTrace);
    }
}
