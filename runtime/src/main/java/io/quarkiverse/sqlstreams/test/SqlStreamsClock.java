package io.quarkiverse.sqlstreams.test;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.policy.DurationText;
import io.quarkiverse.sqlstreams.runtime.store.ClockStore;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Moves the clock that decides what is due: retries, delays, {@code maxWaiting}, pauses and retention. The clock is the
 * database's, so every application that uses the schema sees it move, and it stays moved until {@link #reset()}, even when
 * the application is started again. Leases run on real time; see {@link SqlStreamsKit#expireLeases(String, String)}.
 * <p>
 * To inject in tests and in dev mode. Elsewhere there is no such bean, and each method fails with {@code SQL0080}; without
 * its database each fails with {@code SQL0081}. A transaction of the caller's is not joined: the clock stays moved when it
 * rolls back.
 *
 * <pre>{@code
 * @Inject
 * SqlStreamsClock clock;
 *
 * @AfterEach
 * void realTime() {
 *     clock.reset();
 * }
 *
 * @Test
 * void chargesAfterSixHours() {
 *     payments.produce(new PaymentRequested("card on hold"));
 *     kit.drain("payments.requested", "charge-cards");
 *     clock.advance(Duration.ofHours(6));
 *     kit.drain("payments.requested", "charge-cards");
 *     assertTrue(gateway.wasCharged());
 * }
 * }</pre>
 */
@Singleton
public final class SqlStreamsClock {

    private static final Duration MOST = Duration.ofDays(365_000);

    private final KitDatabase database;
    private final ClockStore store;
    private final Wakeups wakeups;

    SqlStreamsClock(StreamsDatabase database, Wakeups wakeups) {
        this.database = new KitDatabase(database);
        this.store = new ClockStore(database.schema());
        this.wakeups = wakeups;
    }

    /**
     * Moves the clock forward, and makes this application look for what has become due. Several moves add up.
     *
     * <pre>{@code
     * clock.advance(Duration.ofSeconds(5));
     * }</pre>
     *
     * @param by how far, to the microsecond; zero only makes the application look
     * @throws SqlStreamsException {@code SQL0083} if it is negative, or the clock would be more than 365,000 days ahead
     */
    public void advance(Duration by) {
        if (by.isNegative() || by.compareTo(MOST) > 0) {
            throw cannotMove(by);
        }
        database.inTransaction(connection -> {
            store.lock(connection);
            Duration offset = store.offset(connection).plus(by);
            if (offset.compareTo(MOST) > 0) {
                throw cannotMove(by);
            }
            store.set(connection, offset);
            return offset;
        });
        wakeups.wakeAll();
    }

    /**
     * How far the clock is ahead of real time, whoever moved it; zero in real time.
     *
     * <pre>{@code
     * assertEquals(Duration.ZERO, clock.offset());
     * }</pre>
     */
    public Duration offset() {
        return database.call(store::offset);
    }

    /**
     * Goes back to real time. What has become due by a move and has not run yet is not due any more.
     *
     * <pre>{@code
     * clock.reset();
     * }</pre>
     */
    public void reset() {
        database.inTransaction(connection -> {
            store.lock(connection);
            store.set(connection, Duration.ZERO);
            return null;
        });
        wakeups.wakeAll();
    }

    private static SqlStreamsException cannotMove(Duration by) {
        return Errors.permanent(LOG.clockCannotMove(DurationText.of(by), MOST.toDays() + " days"));
    }
}
