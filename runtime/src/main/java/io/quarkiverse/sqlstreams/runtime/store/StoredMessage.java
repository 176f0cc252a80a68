package io.quarkiverse.sqlstreams.runtime.store;

import java.time.Instant;

/**
 * One entry of a message log as it was read.
 *
 * @param id the message's id
 * @param createdAt when it was inserted
 * @param payload JSON text
 * @param headers a JSON object, or null
 * @param routingKey or null
 * @param messageKey or null
 * @param options what the message asks of the policy, a JSON object, or null
 */
public record StoredMessage(
        long id,
        Instant createdAt,
        String payload,
        String headers,
        String routingKey,
        String messageKey,
        String options) {}
