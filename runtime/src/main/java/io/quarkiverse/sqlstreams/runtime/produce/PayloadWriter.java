package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import java.io.IOException;

/** Writes the payloads of one stream, and refuses what could not be stored or read. */
final class PayloadWriter {

    private static final JsonFactory STRICT = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final String stream;
    private final long maxBytes;
    private final ObjectWriter byClass;
    private final ObjectWriter asDeclared;
    private final JavaType declared;

    PayloadWriter(String stream, ObjectMapper mapper, JavaType declared, long maxBytes) {
        this.stream = stream;
        this.maxBytes = maxBytes;
        this.declared = declared;
        byClass = mapper.writer().without(SerializationFeature.INDENT_OUTPUT);
        asDeclared = declared == null ? byClass : byClass.forType(declared);
    }

    String write(Object payload) {
        BoundedText text = new BoundedText(maxBytes);
        String json;
        try {
            // Not closed after a failure: it would try to complete what is half written.
            RawNoticingGenerator generator = new RawNoticingGenerator(byClass.createGenerator(text));
            writer(payload).writeValue(generator, payload);
            generator.close();
            json = text.toString();
            if ((json.isEmpty() || generator.hasWrittenRaw()) && !isOneValue(json)) {
                throw Errors.permanent(LOG.unserializable(stream, "what its serializer writes is not one JSON value"));
            }
        } catch (SqlStreamsException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError e) {
            // What was thrown is not kept as the cause: it may quote the payload.
            throw text.isFull() ? tooLarge() : Errors.permanent(LOG.unserializable(stream, EncodeFailure.describe(e)));
        }
        StorableText.Problem problem = StorableText.inJson(json);
        if (problem != null) {
            throw Errors.permanent(LOG.unstorableText(stream, "payload", problem.text()));
        }
        if (StorableText.bytes(json) > maxBytes) {
            throw tooLarge();
        }
        return json;
    }

    /**
     * The declared type says what the elements of a generic object are, which its class does not. But of an object whose
     * class extends the declared one it would lose fields.
     */
    private ObjectWriter writer(Object payload) {
        boolean isAsDeclared = declared != null
                && payload != null
                && (declared.isContainerType()
                        || declared.hasGenericTypes() && declared.hasRawClass(payload.getClass()));
        return isAsDeclared ? asDeclared : byClass;
    }

    /** Raw output, as of {@code @JsonRawValue}, may be anything. */
    private static boolean isOneValue(String json) throws IOException {
        try (JsonParser parser = STRICT.createParser(json)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        }
    }

    private SqlStreamsException tooLarge() {
        return Errors.permanent(LOG.payloadTooLarge(stream, maxBytes));
    }
}
