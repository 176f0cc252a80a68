package io.quarkiverse.sqlstreams.test;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.KitStore;
import io.quarkiverse.sqlstreams.runtime.store.KitStore.Backlog;
import io.quarkiverse.sqlstreams.runtime.store.StrandedRows;
import io.quarkiverse.sqlstreams.runtime.store.Streams;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Waits for consumer groups, lets their leases run out, and looks at single deliveries.
 * <p>
 * To inject in tests and in dev mode. Elsewhere there is no such bean, and each method fails with {@code SQL0080}. Each
 * fails with {@code SQL0081} without its database and, where it takes the names of a stream and a group, with
 * {@code SQL0082} if there is no such group. A transaction of the caller's is not joined: what it has not committed is
 * not there.
 *
 * <pre>{@code
 * @Inject
 * SqlStreamsKit kit;
 *
 * @AfterEach
 * void nothingIsLeftBehind() {
 *     kit.assertNothingStranded();
 * }
 *
 * @Test
 * void aDeclinedCardIsDead() {
 *     Produced payment = payments.produce(new PaymentRequested("declined"));
 *     kit.drain("payments.requested", "charge-cards");
 *     kit.assertThat("payments.requested", "charge-cards", payment.id()).isDead(0, 0).hasRuns("failure");
 * }
 * }</pre>
 */
@Singleton
public final class SqlStreamsKit {

    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration STRANDED_DEADLINE = Duration.ofSeconds(5);

    private final KitDatabase database;
    private final SqlStreamsRuntimeConfig config;
    private final Streams streams;
    private final Wakeups wakeups;
    private final StrandedRows strandedRows;

    SqlStreamsKit(StreamsDatabase database, SqlStreamsRuntimeConfig config, Streams streams, Wakeups wakeups) {
        this.database = new KitDatabase(database);
        this.config = config;
        this.streams = streams;
        this.wakeups = wakeups;
        this.strandedRows = new StrandedRows(database.schema());
    }

    /**
     * Lets the open claims of a group run out at once, as if the processes that hold them had died, and makes this
     * application look for them. A process that lives may renew its claim before another takes it over.
     *
     * <pre>{@code
     * kit.expireLeases("payments.requested", "charge-cards");
     * }</pre>
     *
     * @return how many: ranges and exception rows
     */
    public int expireLeases(String stream, String group) {
        int expired = database.call(connection -> {
            KitStore store = find(connection, stream, group);
            return store.expireRanges(connection) + store.expireRows(connection);
        });
        wakeups.wakeAll();
        return expired;
    }

    /** Waits up to 30 s until the group has nothing left to do now; see {@link #drain(String, String, Duration)}. */
    public void drain(String stream, String group) {
        drain(stream, group, DEADLINE);
    }

    /**
     * Waits until the group has nothing left to do now: all visible messages have been delivered and recorded, no run is
     * going on, and no retry is due. Retries and delays that are due later stay: move the clock to make them due. A
     * paused group is not drained before it is resumed.
     *
     * <pre>{@code
     * kit.drain("payments.requested", "charge-cards", Duration.ofMinutes(2));
     * }</pre>
     *
     * @param deadline how long to wait in real time
     * @throws SqlStreamsException {@code SQL0084} if work is left then, saying what; {@code SQL0085} if interrupted
     */
    public void drain(String stream, String group, Duration deadline) {
        drain(stream, group, new Wait(deadline));
    }

    /**
     * Waits up to 30 s in all until no group that this application declares has anything left to do, including what
     * their handlers produce for each other.
     *
     * <pre>{@code
     * kit.drain();
     * }</pre>
     *
     * @throws SqlStreamsException {@code SQL0084} if work is left then, saying what; {@code SQL0085} if interrupted
     */
    public void drain() {
        Wait wait = new Wait(DEADLINE);
        boolean waited;
        do {
            waited = false;
            for (GroupRef group : streams.groups()) {
                waited |= drain(group.stream().name(), group.name(), wait);
            }
        } while (waited);
    }

    /**
     * How one message stands for one group. A message that does not exist has no row and is not done, or is done if later
     * ones are.
     *
     * <pre>{@code
     * Duration left = kit.delivery("payments.requested", "charge-cards", payment.id()).dueIn();
     * }</pre>
     */
    public DeliverySnapshot delivery(String stream, String group, long messageId) {
        return database.call(connection -> {
            KitStore.Delivery found = find(connection, stream, group).delivery(connection, messageId);
            if (found == null) {
                throw unknown(stream, group);
            }
            return new DeliverySnapshot(
                    stream,
                    group,
                    messageId,
                    found.status() == null ? "none" : found.status(),
                    found.attempts(),
                    found.delays(),
                    found.dueIn(),
                    found.lastError(),
                    found.settled() && found.status() == null,
                    found.runs().stream()
                            .map(run ->
                                    new DeliverySnapshot.Run(run.attempt(), run.status(), run.error(), run.redrives()))
                            .toList());
        });
    }

    /** Begins assertions about one message's delivery as it stands now; for an example see {@link DeliveryAssert}. */
    public DeliveryAssert assertThat(String stream, String group, long messageId) {
        return new DeliveryAssert(delivery(stream, group, messageId));
    }

    /**
     * Everything in any stream that nobody will work on again, one line each, at most 1,000 rows and 1,000 ranges:
     * <ul>
     * <li>a ready row that can never be claimed, because it has spent more retries than its policy allows or is never due;
     * <li>a deferred row whose key nobody holds;
     * <li>an inflight row or a range whose lease ran out two poll intervals ago, or that was handed back;
     * <li>a range whose lease has not been renewed when it should have been: less than half of it is left;
     * <li>any row but a dead one whose message or group is gone.
     * </ul>
     * An empty list if there is none. What a process left behind that died a moment ago is not known to be stranded yet.
     *
     * <pre>{@code
     * assertEquals(List.of(), kit.stranded());
     * }</pre>
     */
    public List<String> stranded() {
        return database.call(connection -> strandedRows.list(
                connection,
                config.pollInterval().multipliedBy(2),
                config.lease().dividedBy(2)));
    }

    /**
     * Fails if something stays stranded for 5 s; made for the end of each test.
     *
     * <pre>{@code
     * @AfterEach
     * void nothingIsLeftBehind() {
     *     kit.assertNothingStranded();
     * }
     * }</pre>
     *
     * @throws AssertionError naming everything that {@link #stranded()} names
     */
    public void assertNothingStranded() {
        Wait wait = new Wait(STRANDED_DEADLINE);
        for (List<String> found = stranded(); !found.isEmpty(); found = stranded()) {
            if (!wait.again(wakeups)) {
                throw new AssertionError("Nobody will work on these again:\n" + String.join("\n", found));
            }
        }
    }

    /** Whether it had to wait. */
    private boolean drain(String stream, String group, Wait wait) {
        KitStore store = database.call(connection -> find(connection, stream, group));
        boolean waited = false;
        while (true) {
            Backlog backlog = database.call(store::backlog);
            if (backlog == null) {
                throw unknown(stream, group);
            }
            if (backlog.isEmpty()) {
                return waited;
            }
            waited = true;
            if (!wait.again(wakeups)) {
                throw Thread.currentThread().isInterrupted()
                        ? Errors.transientError(LOG.drainInterrupted(group, stream), null)
                        : Errors.transientError(LOG.notDrained(group, stream, wait.toString(), left(backlog)), null);
            }
        }
    }

    private static String left(Backlog backlog) {
        return (backlog.paused() ? "it is paused; " : "")
                + (backlog.budgetLowered() ? "its retries were lowered and its rows not looked at since; " : "")
                + "head " + backlog.head() + ", claimed " + backlog.claimed() + ", committed " + backlog.committed()
                + ", open ranges " + backlog.leases() + ", inflight " + backlog.inflight() + ", due " + backlog.due();
    }

    private KitStore find(Connection connection, String stream, String group) throws SQLException {
        KitStore store = KitStore.find(connection, database.schema(), stream, group);
        if (store == null) {
            throw unknown(stream, group);
        }
        return store;
    }

    private SqlStreamsException unknown(String stream, String group) {
        return Errors.permanent(LOG.kitGroupUnknown(database.schema().name(), group, stream));
    }
}
