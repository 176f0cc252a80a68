package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** One instance's connection, taken through its claims and settlements step by step. */
final class SteppedClaimer {

    static final Duration LEASE = Duration.ofSeconds(30);

    private final Connection connection;
    private final RangeStore ranges;
    private final String lockCursor;

    SteppedClaimer(TestDatabase database, GroupRef group) throws SQLException {
        connection = database.connect();
        ranges = new RangeStore(database.schema(), group);
        lockCursor = "SELECT claimed FROM "
                + database.schema()
                        .family("consumer_group_cursor", group.stream().id())
                + " WHERE consumer_group_id = " + group.id() + " FOR NO KEY UPDATE";
    }

    Connection connection() {
        return connection;
    }

    RangeStore ranges() {
        return ranges;
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    void commit() throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    void rollback() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
    }

    /** Waits for the cursor and takes the next messages, in the open transaction; null if there are none. */
    RangeLease claim(long settled, int limit) throws SQLException {
        long claimed = TestDatabase.number(connection, lockCursor);
        return ranges.claim(connection, claimed, settled, limit, Long.MAX_VALUE, UUID.randomUUID(), LEASE);
    }

    /** Claims in a transaction of its own. */
    RangeLease claimNow(long settled, int limit) throws SQLException {
        begin();
        RangeLease range = claim(settled, limit);
        commit();
        return range;
    }

    /** Ends a range in which every message succeeded, in the open transaction. */
    Settled settle(RangeLease range) throws SQLException {
        return ranges.settle(connection, range.token(), List.of(), List.of(), LEASE);
    }

    /** Ends a range in which every message succeeded, in a transaction of its own. */
    Settled settleNow(RangeLease range) throws SQLException {
        begin();
        Settled settled = settle(range);
        commit();
        return settled;
    }
}
