package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** One message that nobody waits for. What depends on its result runs on a worker thread, not on the one that leads. */
final class HandedIn extends Append implements Runnable {

    private final String stream;
    private final ProducerStats stats;
    private final Executor executor;
    private final long begin = System.nanoTime();
    private final CompletableFuture<Produced> result = new CompletableFuture<>();

    HandedIn(String stream, NewMessage message, ProducerStats stats, Executor executor) {
        super(List.of(message));
        this.stream = stream;
        this.stats = stats;
        this.executor = executor;
    }

    CompletionStage<Produced> result() {
        return result;
    }

    @Override
    void ended() {
        try {
            executor.execute(this);
        } catch (RejectedExecutionException stopping) {
            run();
        }
    }

    @Override
    public void run() {
        try {
            long[] ids = ids();
            stats.stored(1);
            stats.produced(1, begin);
            result.complete(new Produced(stream, ids[0]));
        } catch (StoreFailure e) {
            stats.failed(1);
            result.completeExceptionally(e.toException(stream));
        }
    }
}
