package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.lifecycle.Expressions;
import jakarta.inject.Singleton;
import java.lang.reflect.Type;
import org.eclipse.microprofile.config.Config;

/** Makes producers that store what they are given. */
@Singleton
public final class StreamProducerFactory implements ProducerFactory {

    private final PayloadCodec codec;
    private final StreamWriters writers;
    private final Productions productions;
    private final Expressions expressions;
    private final long maxBytes;

    StreamProducerFactory(
            PayloadCodec codec,
            StreamWriters writers,
            Productions productions,
            Config expressions,
            SqlStreamsRuntimeConfig config) {
        this.codec = codec;
        this.writers = writers;
        this.productions = productions;
        this.expressions = new Expressions(expressions);
        this.maxBytes = config.maxPayloadSize().asLongValue();
    }

    @Override
    public <T> Producer<T> create(String stream, Type payload) {
        String name = expressions.apply(stream);
        MessageEncoder encoder = new MessageEncoder(name, codec.writer(name, payload), maxBytes);
        return new StreamProducer<>(name, encoder, writers, productions.of(name));
    }
}
