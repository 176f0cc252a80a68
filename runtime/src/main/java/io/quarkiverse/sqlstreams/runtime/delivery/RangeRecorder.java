package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.policy.Decision;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.LogStatus;
import io.quarkiverse.sqlstreams.runtime.policy.Settlement;
import io.quarkiverse.sqlstreams.runtime.store.GroupStore;
import io.quarkiverse.sqlstreams.runtime.store.LogWrite;
import io.quarkiverse.sqlstreams.runtime.store.RangeStore;
import io.quarkiverse.sqlstreams.runtime.store.RowWrite;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.Settled;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Records the outcomes of one group's ranges: this is where a first failure, a first delay or a dead letter is written. */
final class RangeRecorder {

    private final GroupConsumer group;
    private final RangeStore ranges;
    private final GroupStore groups;
    private final LogMode mode;
    private final Duration lease;

    RangeRecorder(Schema schema, GroupConsumer group, Duration lease) {
        this.group = group;
        this.ranges = new RangeStore(schema, group.ref());
        this.groups = new GroupStore(schema);
        this.mode = group.ref().stream().logMode();
        this.lease = lease;
    }

    /** Records one settling in one transaction, and forgets what is done. */
    void record(Connection connection, Settling settling) throws SQLException {
        Settled settled = Transactions.call(connection, () -> write(connection, settling), settling::uncertain);
        RangeWork range = settling.range();
        boolean written = settled != Settled.TOKEN_GONE || settling.isUncertain();
        for (Run run : settling.ended()) {
            if (written) {
                recorded(run);
            } else {
                group.stats().lostOne();
            }
        }
        for (Run run : settling.leaving()) {
            if (written) {
                group.rows().add(run);
            } else {
                run.cancel(Run.Cancelled.LEASE_LOST);
            }
        }
        range.settled(settling);
        if (settling.isWhole() || settling.isRelease() || settled == Settled.TOKEN_GONE) {
            range.lose();
            group.remove(range);
        }
        group.wake();
    }

    private Settled write(Connection connection, Settling settling) throws SQLException {
        GroupPolicy policy = groups.policy(connection, group.ref().id(), group.policy());
        group.policy(policy);
        List<RowWrite> rows = new ArrayList<>();
        List<LogWrite> runs = new ArrayList<>();
        for (Run run : settling.ended()) {
            write(policy, run, rows, runs);
        }
        for (Run run : settling.leaving()) {
            rows.add(row(run, "inflight", 0, 0, Duration.ZERO, null, null));
        }
        Settled settled = Settled.WRITTEN;
        if (settling.isWhole()) {
            settled = ranges.settle(connection, settling.range().token(), rows, runs, lease);
        } else if (settling.low() != Long.MIN_VALUE) {
            settled = ranges.settleInPart(connection, settling.range().token(), settling.low(), rows, runs, lease);
        }
        if (settling.isRelease() && settled != Settled.TOKEN_GONE) {
            Settled released = ranges.release(connection, settling.range().token());
            settled = released == Settled.TOKEN_GONE ? released : settled;
        }
        return settled;
    }

    private void write(GroupPolicy policy, Run run, List<RowWrite> rows, List<LogWrite> runs) {
        if (run.isInterrupted()) {
            rows.add(row(run, "ready", -1, 0, Duration.ZERO, null, null));
            log(run, LogStatus.INTERRUPTED, null, null, runs);
            return;
        }
        Decision decision = Settlement.decide(
                policy, run.asked(), 0, 0, null, run.verdict(), ThreadLocalRandom.current()::nextDouble);
        if (decision.status() != Decision.Status.DONE) {
            boolean ready = decision.status() == Decision.Status.READY;
            Duration ago = run.ago();
            rows.add(row(
                    run,
                    ready ? "ready" : "dead",
                    0,
                    decision.delays(),
                    ready ? decision.due().minus(ago) : Duration.ZERO,
                    decision.log() == LogStatus.DELAYED ? ago : null,
                    decision.lastError()));
        }
        log(run, decision.log(), decision.lastError(), decision.stackTrace(), runs);
    }

    private static RowWrite row(
            Run run, String status, int attempts, int delays, Duration due, Duration delayedFor, String error) {
        return new RowWrite(
                run.message().id(),
                status,
                attempts,
                delays,
                0,
                due,
                delayedFor,
                error,
                run.asked(),
                run.message().messageKey(),
                "inflight".equals(status) ? run.token() : null);
    }

    private void log(Run run, LogStatus status, String error, String stackTrace, List<LogWrite> runs) {
        if (mode.keeps(status)) {
            runs.add(new LogWrite(run.message().id(), 0, 0, status.text(), error, stackTrace, run.ago(), run.took()));
        }
    }

    private void recorded(Run run) {
        if (!run.isInterrupted()) {
            group.stats().recorded(Ends.of(group.policy(), run), run.took());
        }
    }
}
