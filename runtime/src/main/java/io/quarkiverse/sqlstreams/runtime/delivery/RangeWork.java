package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.quarkiverse.sqlstreams.runtime.produce.MessageOptions;
import io.quarkiverse.sqlstreams.runtime.store.RangeLease;
import io.quarkiverse.sqlstreams.runtime.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** A claimed range in work: which of its messages have been started, and what came of them. */
final class RangeWork {

    private final UUID token;
    private final long high;
    private final List<StoredMessage> messages;
    private final boolean isolated;
    private final long bytes;

    /** Started and not settled yet, in id order. */
    private final List<Run> runs = new ArrayList<>();

    private long low;
    private int next;
    private int open;
    private boolean stopped;
    private boolean lost;
    private Settling settling;
    private volatile long renewedAt;

    /** @param isolated whether one message runs at a time, each settled before the next begins */
    RangeWork(RangeLease lease, boolean isolated, long claimedAt) {
        this.token = lease.token();
        this.low = lease.low();
        this.high = lease.high();
        this.messages = lease.messages();
        this.isolated = isolated;
        this.renewedAt = claimedAt;
        long sum = 0;
        for (StoredMessage message : messages) {
            sum += message.payload().length();
        }
        this.bytes = sum;
    }

    UUID token() {
        return token;
    }

    int size() {
        return messages.size();
    }

    long bytes() {
        return bytes;
    }

    long renewedAt() {
        return renewedAt;
    }

    void renewed(long at) {
        renewedAt = at;
    }

    /** How many messages could be started now. */
    synchronized int startable() {
        if (stopped || lost || isolated && !runs.isEmpty()) {
            return 0;
        }
        return isolated ? Math.min(1, messages.size() - next) : messages.size() - next;
    }

    /** The next message's run; null if none may be started. */
    synchronized Run start() {
        if (startable() == 0) {
            return null;
        }
        StoredMessage message = messages.get(next++);
        Run run = Run.fresh(message, MessageOptions.decode(message.options()), this);
        runs.add(run);
        open++;
        return run;
    }

    /** One of its runs has ended. @return whether there is something to settle now */
    synchronized boolean ended() {
        open--;
        return isolated || open == 0 && (next == messages.size() || stopped || lost);
    }

    /** Nothing more is started. */
    synchronized void stop() {
        stopped = true;
    }

    /** The claim is somebody else's, or may be: nothing more is started, what goes on is cancelled. */
    synchronized void lose() {
        lost = true;
        for (Run run : runs) {
            run.cancel(Run.Cancelled.LEASE_LOST);
        }
    }

    synchronized boolean isLost() {
        return lost;
    }

    /** Up to which id every message has succeeded. */
    synchronized long succeeded() {
        long id = low;
        for (Run run : runs) {
            Verdict verdict = run.verdict();
            if (verdict == null || verdict.kind() != Verdict.Kind.SUCCESS) {
                return id;
            }
            id = run.message().id();
        }
        return id;
    }

    /**
     * What is to be written now, if anything. The same is offered again until {@link #settled} is told.
     *
     * @param settleAfter how long, in nanoseconds, an outcome other than success waits for the others
     */
    synchronized Settling settling(long now, long settleAfter) {
        if (settling == null) {
            settling = prepare(now, settleAfter);
        }
        return settling;
    }

    /** Settles what there is, whether it has waited or not; the rest is handed back. */
    synchronized Settling settlingAtStop() {
        stopped = true;
        if (settling == null) {
            settling = atStop();
        }
        return settling;
    }

    /** The settling has been written, or found to be somebody else's. */
    synchronized void settled(Settling done) {
        runs.removeAll(done.ended());
        runs.removeAll(done.leaving());
        low = Math.max(low, done.low());
        settling = null;
    }

    private Settling prepare(long now, long settleAfter) {
        if (lost) {
            return open > 0 ? null : atStop();
        }
        if (open == 0 && next == messages.size()) {
            return Settling.whole(this, high, new ArrayList<>(runs));
        }
        if (isolated) {
            return !runs.isEmpty() && open == 0 ? split(false) : null;
        }
        for (Run run : runs) {
            Verdict verdict = run.verdict();
            if (verdict != null && verdict.kind() != Verdict.Kind.SUCCESS && now - run.endedAt() >= settleAfter) {
                return split(false);
            }
        }
        return null;
    }

    private Settling atStop() {
        return runs.isEmpty() && next < messages.size() ? Settling.release(this) : split(true);
    }

    // Finished outcomes are written; a run that is still going on gets a row and a token of its own.
    private Settling split(boolean release) {
        List<Run> ended = new ArrayList<>();
        List<Run> leaving = new ArrayList<>();
        for (Run run : runs) {
            if (run.leaveRange(UUID.randomUUID())) {
                leaving.add(run);
                open--;
            } else {
                ended.add(run);
            }
        }
        boolean whole = next == messages.size();
        long settledTo = whole || runs.isEmpty()
                ? high
                : runs.get(runs.size() - 1).message().id();
        return new Settling(this, whole, settledTo, ended, leaving, release && !whole);
    }
}
