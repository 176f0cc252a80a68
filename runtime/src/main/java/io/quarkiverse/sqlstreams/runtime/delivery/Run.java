package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.quarkiverse.sqlstreams.runtime.store.StoredMessage;
import java.time.Duration;
import java.util.UUID;

/** One run: the handler's call for one message, and how it ended. */
final class Run {

    /** Why a run was cancelled. */
    enum Cancelled {
        NO,
        /** It took longer than it may. */
        TIMEOUT,
        /** Its lease could not be renewed, or is somebody else's. */
        LEASE_LOST,
        /** The application stops. */
        SHUTDOWN
    }

    private final StoredMessage message;
    private final AskedPolicy asked;
    private final int attempts;
    private final int delays;
    private final int redrives;
    private final boolean suspect;
    private final RangeWork range;

    private UUID token;
    private Thread thread;
    private Runnable canceller;
    private boolean begun;
    private Cancelled cancelled = Cancelled.NO;
    private long startedAt;
    private long endedAt;
    private Verdict verdict;
    private volatile long renewedAt;
    private volatile boolean uncertain;

    private Run(
            StoredMessage message,
            AskedPolicy asked,
            int attempts,
            int delays,
            int redrives,
            boolean suspect,
            RangeWork range,
            UUID token) {
        this.message = message;
        this.asked = asked;
        this.attempts = attempts;
        this.delays = delays;
        this.redrives = redrives;
        this.suspect = suspect;
        this.range = range;
        this.token = token;
        this.renewedAt = System.nanoTime();
    }

    /** The first run of a message of a range. */
    static Run fresh(StoredMessage message, AskedPolicy asked, RangeWork range) {
        return new Run(message, asked, 0, 0, 0, false, range, null);
    }

    /** A run of a message that has an exception row, claimed under a token of its own. */
    static Run ofRow(
            StoredMessage message,
            AskedPolicy asked,
            int attempts,
            int delays,
            int redrives,
            boolean suspect,
            UUID token,
            long claimedAt) {
        Run run = new Run(message, asked, attempts, delays, redrives, suspect, null, token);
        run.renewedAt = claimedAt;
        return run;
    }

    StoredMessage message() {
        return message;
    }

    AskedPolicy asked() {
        return asked;
    }

    /** The number of this run. */
    int attempts() {
        return attempts;
    }

    /** The recorded delays before it. */
    int delays() {
        return delays;
    }

    int redrives() {
        return redrives;
    }

    /** Whether an earlier run of this message ended with its process. */
    boolean isSuspect() {
        return suspect;
    }

    /** The range it was claimed with; null for a run of an exception row. */
    RangeWork range() {
        return range;
    }

    /** The lease of its exception row; null while it belongs to its range. */
    synchronized UUID token() {
        return token;
    }

    /** Gives it a row of its own while it is going on. @return false if it has ended: its range records it */
    synchronized boolean leaveRange(UUID token) {
        if (verdict != null) {
            return false;
        }
        this.token = token;
        this.renewedAt = System.nanoTime();
        return true;
    }

    void renewed(long at) {
        renewedAt = at;
    }

    long renewedAt() {
        return range != null && token() == null ? range.renewedAt() : renewedAt;
    }

    /** A recording of it may have been committed although it seemed to fail. */
    void uncertain() {
        uncertain = true;
    }

    boolean isUncertain() {
        return uncertain;
    }

    synchronized void begin(Thread thread) {
        this.thread = thread;
        this.begun = true;
        this.startedAt = System.nanoTime();
    }

    /** The call has returned, but what it returned has yet to complete. */
    void goesOn(Runnable canceller) {
        synchronized (this) {
            thread = null;
            this.canceller = canceller;
            if (cancelled == Cancelled.NO) {
                return;
            }
        }
        canceller.run();
    }

    /** Ends it. @return false if it had been given up: then it does not count */
    synchronized boolean end(Verdict verdict) {
        thread = null;
        canceller = null;
        if (this.verdict != null) {
            return false;
        }
        this.verdict = verdict;
        this.endedAt = System.nanoTime();
        return true;
    }

    /** Interrupts it, or cancels what it waits for, unless it has ended or was cancelled before. */
    void cancel(Cancelled why) {
        Runnable waiting;
        synchronized (this) {
            if (!begun || verdict != null || cancelled != Cancelled.NO) {
                return;
            }
            cancelled = why;
            waiting = canceller;
            if (waiting == null && thread != null) {
                thread.interrupt();
            }
        }
        if (waiting != null) {
            waiting.run();
        }
    }

    /** It could not begin: its claim is given back. */
    synchronized void refuse(Verdict verdict) {
        cancelled = Cancelled.SHUTDOWN;
        startedAt = System.nanoTime();
        endedAt = startedAt;
        this.verdict = verdict;
    }

    synchronized Cancelled cancelled() {
        return cancelled;
    }

    synchronized boolean hasEnded() {
        return verdict != null;
    }

    synchronized Verdict verdict() {
        return verdict;
    }

    /** How long it has been going on; negative if it is not. */
    synchronized long runningFor(long now) {
        return !begun || verdict != null ? -1 : now - startedAt;
    }

    synchronized Duration took() {
        return Duration.ofNanos(endedAt - startedAt);
    }

    /** The time since it ended. */
    synchronized Duration ago() {
        return Duration.ofNanos(System.nanoTime() - endedAt);
    }

    synchronized long endedAt() {
        return endedAt;
    }

    /** Whether we ended it ourselves for reasons that are not the message's: nothing failed. */
    synchronized boolean isInterrupted() {
        return verdict != null
                && verdict.kind() == Verdict.Kind.FAILURE
                && (cancelled == Cancelled.SHUTDOWN || cancelled == Cancelled.LEASE_LOST);
    }
}
