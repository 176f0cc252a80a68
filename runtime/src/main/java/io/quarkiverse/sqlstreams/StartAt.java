package io.quarkiverse.sqlstreams;

/** Where a consumer group begins when it is declared for the first time. A later declaration does not move it. */
public enum StartAt {

    /** At the oldest message the stream still retains. */
    OLDEST,

    /** At the head of the stream: everything committed after the declaration is delivered. */
    HEAD
}
