package io.quarkiverse.sqlstreams;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a message carries beside its payload: headers, keys, and what it asks of each consumer group's policy. Immutable.
 * <p>
 * A policy value asked for here takes effect inside the group's floor and ceiling; by default a message can only ask
 * for less than the group allows.
 *
 * <pre>{@code
 * payments.produce(payment, ProduceOptions.NONE
 *         .withRoutingKey("eu")
 *         .withHeader("tenant", "acme")
 *         .withMaxRetries(1));
 * }</pre>
 *
 * @param routingKey a key to route or filter by, at most 1,000 bytes of UTF-8; null: none
 * @param messageKey the entity the message is about, at most 1,000 bytes of UTF-8; null: none
 * @param headers text headers, never null
 * @param maxRetries the retries asked for, 0 or more; null: the group's
 * @param maxDelays the delays asked for, 0 for any number; null: the group's
 * @param maxWaiting the waiting time asked for; null: the group's
 * @param initialBackoff the wait after the first failure; null: the group's
 * @param timeout the time one run may take; null: the group's
 */
public record ProduceOptions(
        String routingKey,
        String messageKey,
        Map<String, String> headers,
        Integer maxRetries,
        Integer maxDelays,
        Duration maxWaiting,
        Duration initialBackoff,
        Duration timeout) {

    /** No headers, no keys, the group's own policy. */
    public static final ProduceOptions NONE = new ProduceOptions(null, null, Map.of(), null, null, null, null, null);

    /**
     * @throws IllegalArgumentException if a policy value is negative, or a timeout or waiting time is not positive
     */
    public ProduceOptions {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNull(headers, "headers")));
        atLeast("maxRetries", maxRetries, 0);
        atLeast("maxDelays", maxDelays, 0);
        positive("maxWaiting", maxWaiting);
        positive("timeout", timeout);
        if (initialBackoff != null && initialBackoff.isNegative()) {
            throw new IllegalArgumentException("initialBackoff must not be negative, but is " + initialBackoff);
        }
    }

    /** The same options with this routing key. */
    public ProduceOptions withRoutingKey(String value) {
        return new ProduceOptions(
                value, messageKey, headers, maxRetries, maxDelays, maxWaiting, initialBackoff, timeout);
    }

    /** The same options with this message key. */
    public ProduceOptions withMessageKey(String value) {
        return new ProduceOptions(
                routingKey, value, headers, maxRetries, maxDelays, maxWaiting, initialBackoff, timeout);
    }

    /** The same options with this header added, or replaced if it is there already. */
    public ProduceOptions withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
        return withHeaders(more);
    }

    /** The same options with these headers and no others. */
    public ProduceOptions withHeaders(Map<String, String> values) {
        return new ProduceOptions(
                routingKey, messageKey, values, maxRetries, maxDelays, maxWaiting, initialBackoff, timeout);
    }

    /** The same options asking for this many retries. */
    public ProduceOptions withMaxRetries(int value) {
        return new ProduceOptions(
                routingKey, messageKey, headers, value, maxDelays, maxWaiting, initialBackoff, timeout);
    }

    /** The same options asking for this many delays; 0 for any number. */
    public ProduceOptions withMaxDelays(int value) {
        return new ProduceOptions(
                routingKey, messageKey, headers, maxRetries, value, maxWaiting, initialBackoff, timeout);
    }

    /** The same options asking for this waiting time. */
    public ProduceOptions withMaxWaiting(Duration value) {
        return new ProduceOptions(
                routingKey, messageKey, headers, maxRetries, maxDelays, value, initialBackoff, timeout);
    }

    /** The same options asking for this wait after the first failure. */
    public ProduceOptions withInitialBackoff(Duration value) {
        return new ProduceOptions(routingKey, messageKey, headers, maxRetries, maxDelays, maxWaiting, value, timeout);
    }

    /** The same options asking for this time for one run. */
    public ProduceOptions withTimeout(Duration value) {
        return new ProduceOptions(
                routingKey, messageKey, headers, maxRetries, maxDelays, maxWaiting, initialBackoff, value);
    }

    private static void atLeast(String name, Integer value, int least) {
        if (value != null && value < least) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", but is " + value);
        }
    }

    private static void positive(String name, Duration value) {
        if (value != null && (value.isNegative() || value.isZero())) {
            throw new IllegalArgumentException(name + " must be longer than zero, but is " + value);
        }
    }
}
