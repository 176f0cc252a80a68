package io.quarkiverse.sqlstreams.runtime;

/** Which runs are written to a stream's {@code delivery_log}. */
public enum LogMode {

    /** None. */
    OFF,

    /** All but successes. */
    FAILURES,

    /** All. */
    ALL
}
