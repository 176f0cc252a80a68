package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.Producer;

/** Makes what is injected for {@code @Stream}. */
public interface ProducerFactory {

    /**
     * A producer for one stream.
     *
     * @param stream its name, expressions not yet resolved
     * @param <T> the payload's type
     */
    <T> Producer<T> create(String stream);
}
