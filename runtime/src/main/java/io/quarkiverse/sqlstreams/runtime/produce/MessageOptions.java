package io.quarkiverse.sqlstreams.runtime.produce;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The columns of a message beside its payload and keys, as JSON. What other programs have written there is read as far
 * as it can be understood, and never an error.
 */
public final class MessageOptions {

    private static final ObjectMapper PLAIN = new ObjectMapper();

    private MessageOptions() {}

    /** What the message asks of the policy; null if it asks nothing. */
    static String encode(ProduceOptions options) {
        StringBuilder json = null;
        json = field(json, "maxRetries", options.maxRetries(), false);
        json = field(json, "maxDelays", options.maxDelays(), false);
        json = field(json, "maxWaiting", options.maxWaiting(), true);
        json = field(json, "initialBackoff", options.initialBackoff(), true);
        json = field(json, "timeout", options.timeout(), true);
        return json == null ? null : json.append('}').toString();
    }

    private static StringBuilder field(StringBuilder json, String name, Object value, boolean quoted) {
        if (value == null) {
            return json;
        }
        StringBuilder more = json == null ? new StringBuilder("{") : json.append(',');
        String quote = quoted ? "\"" : "";
        return more.append('"')
                .append(name)
                .append("\":")
                .append(quote)
                .append(value)
                .append(quote);
    }

    /** What a message asks of the policy, from its column; what cannot be understood is not asked. */
    public static AskedPolicy decode(String optionsJson) {
        JsonNode options = read(optionsJson);
        if (!options.isObject()) {
            return AskedPolicy.NONE;
        }
        return new AskedPolicy(
                count(options.get("maxRetries")),
                count(options.get("maxDelays")),
                duration(options.get("maxWaiting"), false),
                duration(options.get("initialBackoff"), true),
                duration(options.get("timeout"), false));
    }

    private static Integer count(JsonNode value) {
        return value != null && value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 0
                ? value.intValue()
                : null;
    }

    private static Duration duration(JsonNode value, boolean orZero) {
        if (value == null || !value.isTextual()) {
            return null;
        }
        try {
            Duration duration = Duration.parse(value.textValue());
            return duration.isNegative() || duration.isZero() && !orZero ? null : duration;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** The headers as a JSON object; null if there are none. */
    static String encodeHeaders(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        JsonStringEncoder encoder = JsonStringEncoder.getInstance();
        StringBuilder json = new StringBuilder("{");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            json.append(json.length() == 1 ? "\"" : ",\"");
            encoder.quoteAsString(header.getKey(), json);
            json.append("\":\"");
            encoder.quoteAsString(header.getValue(), json);
            json.append('"');
        }
        return json.append('}').toString();
    }

    /** A message's headers, from their column; a value that is no text is given as it is written. */
    public static Map<String, String> headers(String json) {
        JsonNode object = read(json);
        if (!object.isObject() || object.isEmpty()) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (Iterator<Map.Entry<String, JsonNode>> fields = object.fields(); fields.hasNext(); ) {
            Map.Entry<String, JsonNode> field = fields.next();
            JsonNode value = field.getValue();
            headers.put(field.getKey(), value.isTextual() ? value.textValue() : value.toString());
        }
        return Collections.unmodifiableMap(headers);
    }

    private static JsonNode read(String json) {
        if (json == null) {
            return MissingNode.getInstance();
        }
        try {
            return PLAIN.readTree(json);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }
}
