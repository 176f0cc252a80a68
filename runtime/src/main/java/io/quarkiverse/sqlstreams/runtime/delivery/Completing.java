package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.HandlerModel;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** A run whose call has returned something that has yet to complete. It ends once, by what completes or by being cancelled. */
abstract class Completing {

    private final Run run;
    private final CompletionStage<?> stage;
    private final ConsumerHandler.Completion completion;
    private final AtomicBoolean ended = new AtomicBoolean();

    Completing(Run run, CompletionStage<?> stage, ConsumerHandler.Completion completion) {
        this.run = run;
        this.stage = stage;
        this.completion = completion;
    }

    /** Subscribes to a {@code Uni}: cancelling the stage cancels it. */
    static CompletionStage<?> stage(HandlerModel.Result result, Object returned) {
        return result == HandlerModel.Result.UNI
                ? ((Uni<?>) returned).subscribeAsCompletionStage()
                : (CompletionStage<?>) returned;
    }

    abstract Verdict verdict(Object item, Throwable failure);

    /** Ends the request. */
    abstract void close();

    void await() {
        stage.whenComplete(this::end);
        run.goesOn(this::cancel);
    }

    private void cancel() {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (RuntimeException e) {
            // Not every stage can be cancelled; it is not waited for any longer either way.
        }
        end(null, new CancellationException("the run was cancelled"));
    }

    private void end(Object item, Throwable failure) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        Verdict verdict = verdict(item, failure);
        try {
            close();
        } finally {
            completion.ended(run, verdict);
        }
    }
}
