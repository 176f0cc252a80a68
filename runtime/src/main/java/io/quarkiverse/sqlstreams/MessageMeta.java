package io.quarkiverse.sqlstreams;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about a delivery: a parameter of a consumer method, or injected.
 *
 * <pre>{@code
 * @Consume(stream = "payments.requested", group = "charge-cards")
 * void charge(PaymentRequested payment, MessageMeta meta) {
 *     if (meta.policy().retriesLeft() == 0) {
 *         alert(meta.messageId());
 *     }
 * }
 * }</pre>
 */
public interface MessageMeta {

    /** The stream's name. */
    String stream();

    /** The consumer group's name. */
    String group();

    /** The message's id, ascending within the stream. */
    long messageId();

    /** When the message was inserted, by the database's clock. */
    Instant createdAt();

    /** The key to route or filter by, if the message has one. */
    Optional<String> routingKey();

    /** The entity the message is about, if it names one. */
    Optional<String> messageKey();

    /** The message's headers; empty if there are none. */
    Map<String, String> headers();

    /** The number of this run, which is also how many runs came before it: 0 for the first. */
    int attempts();

    /** How often the handler has asked for this message to be run later. */
    int delays();

    /** The policy that applies to this message, with what is left of each budget. */
    DeliveryPolicy policy();
}
