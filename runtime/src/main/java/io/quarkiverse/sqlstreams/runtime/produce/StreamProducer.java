package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import io.quarkus.runtime.BlockingOperationControl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What is injected for {@code @Stream}. */
final class StreamProducer<T> implements Producer<T> {

    private final String stream;
    private final MessageEncoder encoder;
    private final StreamWriters writers;
    private final ProducerStats stats;

    StreamProducer(String stream, MessageEncoder encoder, StreamWriters writers, ProducerStats stats) {
        this.stream = stream;
        this.encoder = encoder;
        this.writers = writers;
        this.stats = stats;
    }

    @Override
    public Produced produce(T payload, ProduceOptions options) {
        requireBlockingAllowed();
        return new Produced(stream, store(Collections.singletonList(payload), options)[0]);
    }

    @Override
    public List<Produced> produceAll(List<? extends T> payloads, ProduceOptions options) {
        requireBlockingAllowed();
        if (payloads.isEmpty()) {
            return List.of();
        }
        long[] ids = store(payloads, options);
        List<Produced> produced = new ArrayList<>(ids.length);
        for (long id : ids) {
            produced.add(new Produced(stream, id));
        }
        return Collections.unmodifiableList(produced);
    }

    @Override
    public CompletionStage<Produced> produceAsync(T payload, ProduceOptions options) {
        try {
            NewMessage message =
                    encode(Collections.singletonList(payload), options).get(0);
            return writers.of(stream).storeAsync(message);
        } catch (SqlStreamsException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private long[] store(List<? extends T> payloads, ProduceOptions options) {
        List<NewMessage> messages = encode(payloads, options);
        return writers.of(stream).store(messages);
    }

    private List<NewMessage> encode(List<? extends T> payloads, ProduceOptions options) {
        try {
            return encoder.encode(payloads, options);
        } catch (SqlStreamsException e) {
            stats.refused(payloads.size());
            throw e;
        }
    }

    private void requireBlockingAllowed() {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw Errors.permanent(LOG.producesOnEventLoop(stream));
        }
    }
}
