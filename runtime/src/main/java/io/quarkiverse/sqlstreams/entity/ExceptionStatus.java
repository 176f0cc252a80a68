package io.quarkiverse.sqlstreams.entity;

import jakarta.persistence.EnumeratedValue;

/** What an exception row waits for. */
public enum ExceptionStatus {

    /** A run, once it is due. */
    READY("ready"),

    /** The end of the run that is going on. */
    INFLIGHT("inflight"),

    /** Another message with its key. */
    DEFERRED("deferred"),

    /** A person. */
    DEAD("dead");

    @EnumeratedValue
    private final String text;

    ExceptionStatus(String text) {
        this.text = text;
    }

    /** The word in the table. */
    public String text() {
        return text;
    }
}
