package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Turns payloads and options into what is stored, and refuses what cannot be. */
final class MessageEncoder {

    private static final int LONGEST_KEY = 1_000;

    private final String stream;
    private final PayloadWriter payloads;
    private final long maxBytes;

    MessageEncoder(String stream, PayloadWriter payloads, long maxBytes) {
        this.stream = stream;
        this.payloads = payloads;
        this.maxBytes = maxBytes;
    }

    /** One message for each payload. */
    List<NewMessage> encode(List<?> payloads, ProduceOptions options) {
        requireKey("routing key", options.routingKey());
        requireKey("message key", options.messageKey());
        String headers = headers(options.headers());
        String asked = MessageOptions.encode(options);
        List<NewMessage> messages = new ArrayList<>(payloads.size());
        for (Iterator<?> each = payloads.iterator(); each.hasNext(); ) {
            messages.add(new NewMessage(
                    this.payloads.write(each.next()), headers, options.routingKey(), options.messageKey(), asked));
        }
        return messages;
    }

    private String headers(Map<String, String> headers) {
        for (Map.Entry<String, String> header : headers.entrySet()) {
            if (header.getKey() == null || header.getValue() == null) {
                throw Errors.permanent(LOG.headerIsNull(stream));
            }
            requireText("headers", header.getKey());
            requireText("headers", header.getValue());
        }
        String json = MessageOptions.encodeHeaders(headers);
        if (json != null && StorableText.bytes(json) > maxBytes) {
            throw Errors.permanent(LOG.headersTooLarge(stream, maxBytes));
        }
        return json;
    }

    private void requireKey(String which, String key) {
        if (key == null) {
            return;
        }
        requireText(which, key);
        long bytes = StorableText.bytes(key);
        if (bytes > LONGEST_KEY) {
            throw Errors.permanent(LOG.keyTooLong(stream, which, LONGEST_KEY, bytes));
        }
    }

    private void requireText(String where, String text) {
        StorableText.Problem problem = StorableText.in(text);
        if (problem != null) {
            throw Errors.permanent(LOG.unstorableText(stream, where, problem.text()));
        }
    }
}
