package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.Producer;
import java.lang.reflect.Type;

/** Makes what is injected for {@code @Stream}. */
public interface ProducerFactory {

    /**
     * A producer for one stream.
     *
     * @param stream its name, expressions not yet resolved
     * @param payload the payload's type as declared; null if it is not known
     * @param <T> the payload's type
     */
    <T> Producer<T> create(String stream, Type payload);
}
