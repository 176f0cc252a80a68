package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.loop.Loop;
import io.quarkiverse.sqlstreams.runtime.policy.FailureText;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Watches the runs that go on: cancels one at its timeout and gives it up after a grace, and cancels what runs under a
 * lease that could not be renewed in time. It never waits for the database.
 */
final class Watch extends Loop {

    private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(50);

    private final List<GroupConsumer> groups;
    private final long grace;
    private final long lease;

    Watch(List<GroupConsumer> groups, Duration grace, Duration lease) {
        super("sqlstreams-watch");
        this.groups = groups;
        this.grace = grace.toNanos();
        this.lease = lease.toNanos();
    }

    @Override
    protected long pass() {
        long now = System.nanoTime();
        for (GroupConsumer group : groups) {
            for (RangeWork range : group.ranges()) {
                if (now - range.renewedAt() > lease && !range.isLost()) {
                    range.lose();
                }
            }
            for (Run run : group.running()) {
                watch(group, run, now);
            }
        }
        return EVERY;
    }

    private void watch(GroupConsumer group, Run run, long now) {
        if (run.token() != null && now - run.renewedAt() > lease) {
            run.cancel(Run.Cancelled.LEASE_LOST);
        }
        Duration timeout = group.policy().timeout(run.asked());
        long over = run.runningFor(now) - nanos(timeout);
        if (over < 0) {
            return;
        }
        run.cancel(Run.Cancelled.TIMEOUT);
        if (over > grace && run.cancelled() != Run.Cancelled.SHUTDOWN) {
            group.abandon(run, Verdict.failure(FailureText.timedOut(timeout, null), null));
        }
    }

    private static long nanos(Duration timeout) {
        return timeout.getSeconds() > Long.MAX_VALUE / 2 / 1_000_000_000 ? Long.MAX_VALUE / 2 : timeout.toNanos();
    }
}
