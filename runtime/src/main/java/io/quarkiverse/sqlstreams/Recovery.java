package io.quarkiverse.sqlstreams;

/**
 * Whether running a message again can help after a failure.
 *
 * @see RecoverableFailure
 */
public enum Recovery {

    /** Another run may succeed: the message is retried on its backoff curve. */
    TRANSIENT,

    /** No run can ever succeed: the message is dead at once. */
    PERMANENT
}
