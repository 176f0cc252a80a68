package io.quarkiverse.sqlstreams;

/**
 * One message as a consumer method receives it: the payload and what is known about its delivery.
 *
 * <pre>{@code
 * @Consume(stream = "payments.requested", group = "audit")
 * void audit(Message<PaymentRequested> message) {
 *     log.infof("%d: %s", message.meta().messageId(), message.payload().reference());
 * }
 * }</pre>
 *
 * @param payload the payload, decoded by the application's {@code ObjectMapper}; null for a JSON null
 * @param meta the delivery's facts
 * @param <T> the payload's type
 */
public record Message<T>(T payload, MessageMeta meta) {}
