package io.quarkiverse.sqlstreams.runtime.store;

/**
 * One entry for a message log. Its id and time come from the database.
 *
 * @param payload JSON text
 * @param headers a JSON object, or null
 * @param routingKey or null
 * @param messageKey or null
 * @param options what the message asks of the policy, a JSON object, or null
 */
public record NewMessage(String payload, String headers, String routingKey, String messageKey, String options) {

    /** About how much there is to send, in characters. */
    public int length() {
        return payload.length() + (headers == null ? 0 : headers.length());
    }
}
