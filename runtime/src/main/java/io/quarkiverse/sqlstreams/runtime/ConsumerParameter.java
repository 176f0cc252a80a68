package io.quarkiverse.sqlstreams.runtime;

/** What a parameter of a consumer method receives. */
public enum ConsumerParameter {

    /** The decoded payload. */
    PAYLOAD,

    /** The {@code MessageMeta}. */
    META,

    /** A {@code Message} of both. */
    MESSAGE
}
