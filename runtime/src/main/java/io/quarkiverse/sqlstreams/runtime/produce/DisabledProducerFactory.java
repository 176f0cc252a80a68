package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import jakarta.inject.Singleton;
import java.lang.reflect.Type;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Makes producers that refuse every message, with {@code quarkus.sqlstreams.enabled=false}. */
@Singleton
public final class DisabledProducerFactory implements ProducerFactory {

    @Override
    public <T> Producer<T> create(String stream, Type payload) {
        return new DisabledProducer<>(stream);
    }

    private static final class DisabledProducer<T> implements Producer<T> {

        private final String stream;

        DisabledProducer(String stream) {
            this.stream = stream;
        }

        @Override
        public Produced produce(T payload, ProduceOptions options) {
            throw refusal();
        }

        @Override
        public List<Produced> produceAll(List<? extends T> payloads, ProduceOptions options) {
            throw refusal();
        }

        @Override
        public CompletionStage<Produced> produceAsync(T payload, ProduceOptions options) {
            return CompletableFuture.failedFuture(refusal());
        }

        private SqlStreamsException refusal() {
            return Errors.permanent(LOG.disabled(stream));
        }
    }
}
