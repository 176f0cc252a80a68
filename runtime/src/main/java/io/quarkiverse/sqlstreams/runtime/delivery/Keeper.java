package io.quarkiverse.sqlstreams.runtime.delivery;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.loop.Loop;
import io.quarkiverse.sqlstreams.runtime.store.LeaseStore;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Records outcomes and renews leases, for all groups of an instance, on the engine's own connection: neither waits for
 * the application's pool, nor for a handler. What could not be recorded is recorded in a later pass.
 */
final class Keeper extends Loop {

    private static final int LARGEST_BATCH = 500;

    private final DataSource own;
    private final List<Kept> groups = new ArrayList<>();
    private final Duration lease;
    private final long settleAfter;
    private final long tick;
    private long renewedAt = System.nanoTime();

    /** One group with what records it. */
    private record Kept(GroupConsumer group, RangeRecorder ranges, RowRecorder rows, LeaseStore leases) {}

    Keeper(DataSource own, Duration lease, Duration settleAfter) {
        super("sqlstreams-keeper");
        this.own = own;
        this.lease = lease;
        this.settleAfter = settleAfter.toNanos();
        this.tick = Math.max(
                TimeUnit.MILLISECONDS.toNanos(1),
                Math.min(TimeUnit.MILLISECONDS.toNanos(250), Math.min(lease.toNanos() / 6, settleAfter.toNanos() / 4)));
    }

    void add(Schema schema, GroupConsumer group) {
        groups.add(new Kept(
                group,
                new RangeRecorder(schema, group, lease),
                new RowRecorder(schema, group),
                new LeaseStore(schema, group.ref())));
    }

    @Override
    protected long pass() throws SQLException {
        renewIfDue();
        work(false);
        return tick;
    }

    /** Records what there is and hands the rest back, until all is done or the time is up. @return whether all is done */
    boolean finish(long deadline) {
        for (int failures = 0; ; ) {
            try {
                work(true);
                if (isDone()) {
                    return true;
                }
            } catch (SQLException | RuntimeException e) {
                if (++failures > 3 || System.nanoTime() > deadline) {
                    LOG.loopFailed("sqlstreams-keeper", e);
                    return false;
                }
            }
            if (System.nanoTime() > deadline) {
                return false;
            }
        }
    }

    private boolean isDone() {
        for (Kept kept : groups) {
            if (!kept.group().ranges().isEmpty() || !kept.group().endedRows().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private void work(boolean atStop) throws SQLException {
        SQLException failure = null;
        for (Kept kept : groups) {
            try {
                work(kept, atStop);
            } catch (SQLException e) {
                // One group that cannot be recorded must not hold up the others.
                if (failure == null) {
                    failure = e;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Ranges before rows: a run that left its range must have its row before its outcome is written there. */
    private void work(Kept kept, boolean atStop) throws SQLException {
        GroupConsumer group = kept.group();
        for (RangeWork range : group.ranges()) {
            Settling settling = atStop ? range.settlingAtStop() : range.settling(System.nanoTime(), settleAfter);
            if (settling != null) {
                try (Connection connection = own.getConnection()) {
                    kept.ranges().record(connection, settling);
                }
            }
        }
        List<Run> batch = new ArrayList<>();
        while (!group.endedRows().isEmpty()) {
            batch.clear();
            for (Run run : group.endedRows()) {
                if (batch.size() == LARGEST_BATCH) {
                    break;
                }
                batch.add(run);
            }
            try (Connection connection = own.getConnection()) {
                kept.rows().record(connection, batch);
            }
            for (int i = 0; i < batch.size(); i++) {
                group.endedRows().poll();
            }
        }
    }

    private void renewIfDue() throws SQLException {
        long now = System.nanoTime();
        if (now - renewedAt < lease.toNanos() / 3) {
            return;
        }
        for (Kept kept : groups) {
            renew(kept);
        }
        renewedAt = now;
    }

    private void renew(Kept kept) throws SQLException {
        List<RangeWork> ranges = new ArrayList<>();
        List<UUID> rangeTokens = new ArrayList<>();
        List<Long> lows = new ArrayList<>();
        for (RangeWork range : kept.group().ranges()) {
            if (!range.isLost()) {
                ranges.add(range);
                rangeTokens.add(range.token());
                // Where successes are logged, an id is passed only together with its log row.
                lows.add(kept.group().ref().stream().logMode() == LogMode.ALL ? 0 : range.succeeded());
            }
        }
        List<Run> rows = new ArrayList<>(kept.group().rows());
        if (ranges.isEmpty() && rows.isEmpty()) {
            return;
        }
        List<UUID> rowTokens = new ArrayList<>();
        List<Long> messages = new ArrayList<>();
        for (Run row : rows) {
            rowTokens.add(row.token());
            messages.add(row.message().id());
        }
        try (Connection connection = own.getConnection()) {
            long sent = System.nanoTime();
            Set<UUID> standing = kept.leases().renewRanges(connection, rangeTokens, lows, lease);
            for (RangeWork range : ranges) {
                if (standing.contains(range.token())) {
                    range.renewed(sent);
                } else {
                    range.lose();
                }
            }
            sent = System.nanoTime();
            standing = kept.leases().renewRows(connection, rowTokens, messages, lease);
            for (Run row : rows) {
                if (standing.contains(row.token())) {
                    row.renewed(sent);
                } else {
                    row.cancel(Run.Cancelled.LEASE_LOST);
                }
            }
        }
    }
}
