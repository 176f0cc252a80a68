package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.HandlerModel.RunsOn;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/** Where handlers run. */
@Singleton
public final class Threads {

    private final ExecutorService workers;
    private final Instance<ExecutorService> virtual;
    private final Vertx vertx;

    Threads(ExecutorService workers, @VirtualThreads Instance<ExecutorService> virtual, Vertx vertx) {
        this.workers = workers;
        this.virtual = virtual;
        this.vertx = vertx;
    }

    Executor of(RunsOn where) {
        return switch (where) {
            case WORKER -> workers;
            case VIRTUAL_THREAD -> virtual.get();
            case EVENT_LOOP -> this::onEventLoop;
        };
    }

    /** On a context of its own, as a request has one. */
    private void onEventLoop(Runnable task) {
        Context context = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
        VertxContextSafetyToggle.setContextSafe(context, true);
        context.runOnContext(ignored -> task.run());
    }
}
