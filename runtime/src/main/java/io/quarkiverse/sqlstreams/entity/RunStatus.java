package io.quarkiverse.sqlstreams.entity;

import jakarta.persistence.EnumeratedValue;

/** How a run ended. */
public enum RunStatus {

    /** Done. Only written for streams whose log is {@code all}. */
    SUCCESS("success"),

    /** Failed, or dead by its own say-so or by a budget of delays. */
    FAILURE("failure"),

    /** The handler asked to run later. */
    DELAYED("delayed"),

    /** The lease ran out, and another claim took over. */
    EXPIRED("expired"),

    /** The lease ran out with no budget left. */
    KILLED("killed"),

    /** Ended by a shutdown. */
    INTERRUPTED("interrupted"),

    /** Retention took the message before it could run. */
    DROPPED("dropped"),

    /** Put behind another message with its key. */
    DEFERRED("deferred"),

    /** A newer message with its key took its place. */
    SUPERSEDED("superseded");

    @EnumeratedValue
    private final String text;

    RunStatus(String text) {
        this.text = text;
    }

    /** The word in the table. */
    public String text() {
        return text;
    }
}
