package io.quarkiverse.sqlstreams;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Appends messages to one stream.
 * <p>
 * In an active JTA transaction a message commits or rolls back with it. Without one, {@code produce} returns when the
 * message is durable, and concurrent calls share a transaction. A payload is written as JSON by the application's
 * {@code ObjectMapper}; a {@code String} becomes a JSON string and a {@code byte[]} a Base64 one.
 * <p>
 * A message that cannot be stored (U+0000 or a lone surrogate in it, too large, not serializable) is refused before any
 * SQL with a {@link SqlStreamsException} whose recovery is {@link Recovery#PERMANENT}; nothing of its batch is written.
 *
 * <pre>{@code
 * long id = payments.produce(new PaymentRequested("p-41", 1200)).id();
 * }</pre>
 *
 * @param <T> the payload's type
 */
public interface Producer<T> {

    /** Appends one message and waits until it is stored. */
    default Produced produce(T payload) {
        return produce(payload, ProduceOptions.NONE);
    }

    /**
     * Appends one message and waits until it is stored. An interrupt does not end the wait, which would leave unknown
     * what has become of the message: it is there again at the return.
     *
     * @throws SqlStreamsException if the message is refused, the stream does not exist, or the caller is an event loop
     */
    Produced produce(T payload, ProduceOptions options);

    /** Appends all messages, in order, in one transaction: all of them or none. */
    default List<Produced> produceAll(List<? extends T> payloads) {
        return produceAll(payloads, ProduceOptions.NONE);
    }

    /**
     * Appends all messages with the same options, in order, in one transaction: all of them or none.
     *
     * @return one result per payload, in the order given
     * @throws SqlStreamsException if one message is refused, the stream does not exist, or the caller is an event loop
     */
    List<Produced> produceAll(List<? extends T> payloads, ProduceOptions options);

    /** Appends one message without blocking the caller. */
    default CompletionStage<Produced> produceAsync(T payload) {
        return produceAsync(payload, ProduceOptions.NONE);
    }

    /**
     * Appends one message without blocking the caller, on a worker thread and in a transaction of its own: never in the
     * caller's. The payload is written as JSON before this returns. What depends on the result runs on a worker thread.
     *
     * @return completes when the message is durable, or with the {@link SqlStreamsException} that says why it is not
     */
    CompletionStage<Produced> produceAsync(T payload, ProduceOptions options);
}
