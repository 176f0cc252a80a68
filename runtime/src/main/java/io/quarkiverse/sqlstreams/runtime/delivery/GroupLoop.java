package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.loop.Loop;
import io.quarkiverse.sqlstreams.runtime.store.FenceStore;
import io.quarkiverse.sqlstreams.runtime.store.Probe;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Looks for work of one group and claims it: ranges that ran out, fresh messages, exception rows that are due. */
final class GroupLoop extends Loop implements Wakeups.Listener {

    private static final long FIRST_LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    private final GroupConsumer group;
    private final DataSource pool;
    private final FenceStore fence;
    private final RangeClaims ranges;
    private final RowClaims rows;
    private final Delivery.Settings settings;
    private long lookAgain;

    GroupLoop(
            GroupConsumer group,
            DataSource pool,
            Schema schema,
            RangeClaims ranges,
            RowClaims rows,
            Delivery.Settings settings) {
        super("sqlstreams-" + group.ref());
        this.group = group;
        this.pool = pool;
        this.fence = new FenceStore(schema, group.ref());
        this.ranges = ranges;
        this.rows = rows;
        this.settings = settings;
        group.onWork(this::wake);
    }

    @Override
    public long streamId() {
        return group.ref().stream().id();
    }

    @Override
    protected void passed(boolean well) {
        group.stats().alive(well);
    }

    /** How far the stream has settled, and what else the look showed. */
    private record Look(Probe probe, long settled, boolean unsettled) {}

    @Override
    protected long pass() throws SQLException {
        Look look = look();
        if (look.probe() == null || look.probe().paused()) {
            group.pause(true);
            return spread(settings.pollInterval());
        }
        group.pause(false);
        int expired = look.probe().expiredRow() ? rows.expire() : 0;
        if (look.probe().budgetLowered()) {
            rows.sweepBudget();
        }
        boolean more = claimRange(look);
        more |= runRows(look.probe().due() || expired > 0);
        group.startFresh();
        return more ? 0 : pause(look.unsettled());
    }

    /** The probe commits by itself, so that what is read after it sees what had ended by then. */
    private Look look() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            Probe probe = fence.probe(connection);
            if (probe == null) {
                return new Look(null, 0, false);
            }
            long settled = probe.settled();
            boolean unsettled = false;
            if (probe.observed() != null) {
                if (probe.observedSettled()) {
                    settled = Math.max(settled, probe.observed().head());
                } else {
                    unsettled = true;
                }
            } else if (probe.fresh() != null) {
                if (fence.hasSettled(connection, probe.fresh())) {
                    settled = Math.max(settled, probe.fresh().head());
                } else {
                    fence.remember(connection, probe.fresh());
                    unsettled = true;
                }
            }
            return new Look(probe, settled, unsettled);
        }
    }

    /** Ranges that ran out come before fresh ones. @return whether there may be more, and room for it */
    private boolean claimRange(Look look) {
        int limit = room();
        if (limit == 0) {
            return false;
        }
        if (look.probe().expiredRange() && ranges.takeOver()) {
            return true;
        }
        if (look.settled() <= look.probe().claimed()) {
            return false;
        }
        boolean claimed = ranges.claim(look.settled(), limit, settings.rangeBytes());
        return claimed && room() > 0;
    }

    /** How many messages may be claimed now; none while enough are at hand. */
    private int room() {
        GroupConsumer.Held held = group.held();
        if (held.startable() > group.policy().concurrency() || held.bytes() > 2 * settings.rangeBytes()) {
            return 0;
        }
        return Math.min(settings.rangeSize(), Math.max(0, settings.maxInFlight() - held.messages()));
    }

    private boolean runRows(boolean due) {
        group.due(due);
        int permits = group.permitsForRows();
        if (permits == 0) {
            return false;
        }
        RowClaims.Taken taken = rows.take(permits);
        group.due(taken.more());
        group.startRows(taken.runs());
        return taken.more() && group.free() > 0;
    }

    // An unsettled head is looked at again soon, then ever later.
    private long pause(boolean unsettled) {
        long poll = spread(settings.pollInterval());
        if (!unsettled) {
            lookAgain = FIRST_LOOK_AGAIN;
            return poll;
        }
        long wait = Math.min(lookAgain == 0 ? FIRST_LOOK_AGAIN : lookAgain, poll);
        lookAgain = 2 * wait;
        return wait;
    }
}
