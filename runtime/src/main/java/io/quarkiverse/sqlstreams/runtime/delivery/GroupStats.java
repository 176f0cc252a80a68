package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What this instance has done for one group since it started. */
public final class GroupStats {

    /** How a run ended, as it is counted. */
    public enum Ended {
        SUCCESS,
        /** Retried. */
        RETRY,
        DELAY,
        /** Failed for good: the row is a dead letter now. */
        DEAD
    }

    /** Told of each run whose outcome has been recorded. Must return at once and never throw. */
    public interface Listener {
        void ended(Ended how, Duration took);
    }

    private static final Listener NOBODY = (how, took) -> {};

    private final GroupRef group;
    private final LongAdder[] ended = new LongAdder[Ended.values().length];
    private final LongAdder lost = new LongAdder();
    private final LongAdder reclaims = new LongAdder();
    private final LongAdder expiries = new LongAdder();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger abandoned = new AtomicInteger();
    private volatile Listener listener = NOBODY;
    private volatile boolean alive;

    public GroupStats(GroupRef group) {
        this.group = group;
        for (int i = 0; i < ended.length; i++) {
            ended[i] = new LongAdder();
        }
    }

    public GroupRef group() {
        return group;
    }

    /** Runs whose outcome was recorded. */
    public long ended(Ended how) {
        return ended[how.ordinal()].sum();
    }

    /** Outcomes dropped because somebody else had taken the delivery over. */
    public long lost() {
        return lost.sum();
    }

    /** Ranges taken over from another claim whose lease ran out. */
    public long reclaims() {
        return reclaims.sum();
    }

    /** Exception rows whose lease ran out. */
    public long expiries() {
        return expiries.sum();
    }

    /** Handlers running now. */
    public int running() {
        return running.get();
    }

    /** Handlers that were recorded as failed at their timeout and have not returned yet. */
    public int abandoned() {
        return abandoned.get();
    }

    /** Whether the group's loop runs and its latest pass reached the database. */
    public boolean isAlive() {
        return alive;
    }

    /** Who is told of the runs from now on. */
    public void listen(Listener listener) {
        this.listener = listener;
    }

    void recorded(Ended how, Duration took) {
        ended[how.ordinal()].increment();
        listener.ended(how, took);
    }

    void lostOne() {
        lost.increment();
    }

    void reclaimed() {
        reclaims.increment();
    }

    void expired(int rows) {
        expiries.add(rows);
    }

    void running(int change) {
        running.addAndGet(change);
    }

    void abandoned(int change) {
        abandoned.addAndGet(change);
    }

    void alive(boolean alive) {
        this.alive = alive;
    }
}
