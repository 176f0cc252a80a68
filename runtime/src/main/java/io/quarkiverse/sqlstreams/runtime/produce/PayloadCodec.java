package io.quarkiverse.sqlstreams.runtime.produce;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.lang.reflect.Type;

/** Writes payloads as JSON and reads them back, with the application's {@code ObjectMapper}. */
@Singleton
public final class PayloadCodec {

    private static final String BYTES = "byte[]";
    private static final Reader NOTHING = new Reader(null);

    private final ObjectMapper mapper;
    private final long maxBytes;

    @Inject
    PayloadCodec(ObjectMapper mapper, SqlStreamsRuntimeConfig config) {
        this(mapper, config.maxPayloadSize().asLongValue());
    }

    PayloadCodec(ObjectMapper mapper, long maxBytes) {
        this.mapper = mapper;
        this.maxBytes = maxBytes;
    }

    /**
     * A payload as JSON text that PostgreSQL can store and read.
     *
     * @throws io.quarkiverse.sqlstreams.SqlStreamsException a permanent one, if there is no such text
     */
    public String encode(String stream, Object payload) {
        return writer(stream, null).write(payload);
    }

    /**
     * Writes the payloads of one stream.
     *
     * @param type their declared type, which says what the elements of a generic one are; null if it is not known
     */
    PayloadWriter writer(String stream, Type type) {
        return new PayloadWriter(stream, mapper, type == null ? null : mapper.constructType(type), maxBytes);
    }

    /**
     * Reads payloads of one type.
     *
     * @param canonicalType the type as {@link JavaType#toCanonical()} writes it, {@code byte[]} for bytes, null for a
     *        payload that nobody asks for
     * @throws IllegalArgumentException if there is no such type
     */
    public Reader reader(String canonicalType) {
        if (canonicalType == null) {
            return NOTHING;
        }
        JavaType type = BYTES.equals(canonicalType)
                ? mapper.constructType(byte[].class)
                : mapper.getTypeFactory()
                        .withClassLoader(Thread.currentThread().getContextClassLoader())
                        .constructFromCanonical(canonicalType);
        return new Reader(takingLongText(mapper.readerFor(type)));
    }

    /** What may be written must be readable: Jackson refuses text of more than 20 million characters by default. */
    private ObjectReader takingLongText(ObjectReader reader) {
        JsonFactory factory = mapper.getFactory();
        StreamReadConstraints constraints = factory.streamReadConstraints();
        if (constraints.getMaxStringLength() >= maxBytes) {
            return reader;
        }
        int longest = (int) Math.min(maxBytes, Integer.MAX_VALUE);
        return reader.with(factory.rebuild()
                .streamReadConstraints(
                        constraints.rebuild().maxStringLength(longest).build())
                .build());
    }

    /** Reads payloads of one type. */
    public static final class Reader {

        private final ObjectReader reader;

        private Reader(ObjectReader reader) {
            this.reader = reader;
        }

        /**
         * The object a payload stands for; null for JSON's null, or where no payload is asked for. A deserializer of the
         * application may throw any unchecked exception.
         */
        public Object read(String json) throws JsonProcessingException {
            return reader == null ? null : reader.readValue(json);
        }
    }
}
