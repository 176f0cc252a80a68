package io.quarkiverse.sqlstreams.runtime.produce;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What this instance has produced, by stream. */
@Singleton
public final class Productions {

    private final Map<String, ProducerStats> streams = new ConcurrentHashMap<>();

    /** Those of a stream, which need not have been produced to yet. */
    public ProducerStats of(String stream) {
        return streams.computeIfAbsent(stream, ProducerStats::new);
    }
}
