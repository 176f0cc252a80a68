package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

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
                return factory.create(stream.value(), payload(target.getType()));
            }
        }
        throw new IllegalStateException("No @Stream at " + target);
    }

    /** Null where it is left open, as by a lookup of a raw producer. */
    private static Type payload(Type required) {
        if (!(required instanceof ParameterizedType type)) {
            return null;
        }
        Type argument = type.getActualTypeArguments()[0];
        return type.getRawType() == Producer.class ? argument : payload(argument);
    }
}
