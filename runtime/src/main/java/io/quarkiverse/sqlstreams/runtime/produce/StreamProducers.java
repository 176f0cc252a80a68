package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;

/** Injects the producer of the stream that the injection point names. */
@Singleton
public final class StreamProducers {

    private final ProducerFactory factory;

    StreamProducers(ProducerFactory factory) {
        this.factory = factory;
    }

    @Produces
    @Dependent
    @Stream("")
    <T> Producer<T> producer(InjectionPoint target) {
        for (Annotation qualifier : target.getQualifiers()) {
            if (qualifier instanceof Stream stream) {
                return factory.create(stream.value());
            }
        }
        throw new IllegalStateException("No @Stream at " + target);
    }
}
