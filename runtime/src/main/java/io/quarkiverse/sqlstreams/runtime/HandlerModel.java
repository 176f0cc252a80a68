package io.quarkiverse.sqlstreams.runtime;

/**
 * How a consumer method is called.
 *
 * @param result what it returns
 * @param outcome whether that is, or holds, an {@code Outcome}, so that null is a failure
 * @param thread where it runs
 */
public record HandlerModel(Result result, boolean outcome, RunsOn thread) {

    /** What the method returns. */
    public enum Result {
        /** Nothing, or an outcome, when it is done. */
        DIRECT,
        /** A {@code Uni}. */
        UNI,
        /** A {@code CompletionStage}. */
        STAGE
    }

    /** Where the method runs. */
    public enum RunsOn {
        WORKER,
        EVENT_LOOP,
        VIRTUAL_THREAD
    }
}
