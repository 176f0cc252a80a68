package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;

/**
 * What is written for a run that ended.
 *
 * @param delays the row's new number of delays
 * @param due how long after the end of the run the message may run again, never negative; zero unless ready
 * @param lastError null for a success
 * @param log how the delivery log calls the run
 * @param stackTrace for the delivery log; may be null
 */
public record Decision(Status status, int delays, Duration due, String lastError, LogStatus log, String stackTrace) {

    /** What becomes of the exception row. */
    public enum Status {
        /** There is none; an existing one is deleted. */
        DONE,
        /** It waits for its next run. */
        READY,
        /** It is a dead letter. */
        DEAD
    }
}
