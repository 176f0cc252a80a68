package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.HandlerModel.RunsOn;
import io.quarkiverse.sqlstreams.runtime.policy.Classification;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.produce.PayloadCodec;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.enterprise.inject.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** The deliveries of one instance: the loops that claim, the workers that run, the keeper that records. */
public final class Delivery {

    private static final long LOOK = Duration.ofMillis(5).toNanos();

    private final Settings settings;
    private final Parts parts;
    private final Suspects suspects;
    private final Keeper keeper;
    private final Watch watch;
    private final List<GroupConsumer> groups = new ArrayList<>();
    private final List<GroupLoop> loops = new ArrayList<>();
    private boolean started;

    /** How an instance works; see the configuration of the same names. */
    public record Settings(
            Duration pollInterval,
            Duration lease,
            Duration settleAfter,
            int rangeSize,
            int maxInFlight,
            long rangeBytes,
            int maxRangeReclaims,
            Duration timeoutGrace,
            Duration shutdownTimeout,
            Duration statementTimeout) {}

    /**
     * What it works with.
     *
     * @param own the engine's own connection
     * @param threads where the handlers run
     */
    public record Parts(
            StreamsDatabase database,
            DataSource own,
            CursorRepository cursors,
            ExceptionRepository rows,
            PayloadCodec codec,
            Instance<CurrentDelivery> current,
            Threads threads,
            Wakeups wakeups,
            Deliveries deliveries) {}

    public Delivery(Settings settings, Parts parts) {
        this.settings = settings;
        this.parts = parts;
        this.suspects = new Suspects(parts.wakeups());
        this.keeper = new Keeper(parts.own(), settings.lease(), settings.settleAfter());
        this.watch = new Watch(groups, settings.timeoutGrace(), settings.lease());
    }

    /** Adds a group, before the start. */
    public void add(GroupRef ref, GroupPolicy policy, ConsumerMethod method, Classification classification) {
        ConsumerHandler handler = new ConsumerHandler(
                ref, method, parts.codec().reader(method.getPayloadType()), classification, parts.current());
        GroupStats stats = new GroupStats(ref);
        RunsOn where = method.getModel().thread();
        GroupConsumer group = new GroupConsumer(
                ref,
                policy,
                handler,
                stats,
                parts.threads().of(where),
                where == RunsOn.EVENT_LOOP,
                suspects,
                keeper::wake);
        Claims claims = new Claims(parts.cursors(), parts.rows(), settings.statementTimeout());
        loops.add(new GroupLoop(
                group,
                parts.database().dataSource(),
                parts.database().schema(),
                new RangeClaims(
                        parts.database().schema(), group, claims, settings.lease(), settings.maxRangeReclaims()),
                new RowClaims(parts.database().schema(), group, claims, suspects, settings.lease()),
                settings));
        groups.add(group);
        keeper.add(parts.database().schema(), group);
        parts.deliveries().add(stats);
    }

    /** Starting twice is one start. */
    public synchronized void start() {
        if (started) {
            return;
        }
        started = true;
        keeper.start();
        watch.start();
        for (GroupLoop loop : loops) {
            parts.wakeups().add(loop);
            loop.start();
        }
    }

    /**
     * Claims nothing more, lets the handlers finish within the budget, and records what they came to. What never started
     * is free for others at once.
     */
    public synchronized void stop() {
        if (!started) {
            return;
        }
        started = false;
        for (GroupLoop loop : loops) {
            parts.wakeups().remove(loop);
            loop.stop();
        }
        for (GroupConsumer group : groups) {
            group.stop();
        }
        if (!awaitIdle(settings.shutdownTimeout())) {
            for (GroupConsumer group : groups) {
                group.cancelAll();
            }
            awaitIdle(settings.timeoutGrace());
        }
        watch.stop();
        keeper.stop();
        keeper.finish(System.nanoTime() + settings.statementTimeout().toNanos());
        parts.deliveries().clear();
    }

    private boolean awaitIdle(Duration budget) {
        long deadline = System.nanoTime() + budget.toNanos();
        for (GroupConsumer group : groups) {
            while (!group.isIdle()) {
                if (System.nanoTime() > deadline) {
                    return false;
                }
                LockSupport.parkNanos(LOOK);
            }
        }
        return true;
    }
}
