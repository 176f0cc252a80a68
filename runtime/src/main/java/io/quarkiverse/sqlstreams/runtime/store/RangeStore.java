package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.store.MessageReads.Span;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The ranges of one group. Every method is part of a transaction of the caller's; the order of locks is lease, cursor,
 * exception rows.
 */
public final class RangeStore {

    private static final String MICROS = " * interval '1 microsecond'";

    private final long groupId;
    private final MessageReads messages;
    private final RowWrites writes;
    private final String open;
    private final String advance;
    private final String takeOver;
    private final String close;
    private final String move;
    private final String release;
    private final String exists;
    private final String lockCursor;
    private final String commit;

    public RangeStore(Schema schema, GroupRef group) {
        long streamId = group.stream().id();
        groupId = group.id();
        String ofStream = Schema.ofStream(streamId);
        messages = new MessageReads(schema, streamId);
        writes = new RowWrites(schema, group);
        String lease = schema.family("claim_lease", streamId);
        String cursor = schema.family("consumer_group_cursor", streamId);
        open = "INSERT INTO " + lease + " (consumer_group_id, token, low, high, expires_at)"
                + " VALUES (?, ?, ?, ?, pg_catalog.statement_timestamp() + ?" + MICROS + ")";
        advance = "UPDATE " + cursor + " SET claimed = greatest(claimed, ?), settled = greatest(settled, ?),"
                + " observed_head = CASE WHEN observed_head > ? THEN observed_head END,"
                + " observed_xid = CASE WHEN observed_head > ? THEN observed_xid END WHERE " + ofStream
                + "consumer_group_id = ?";
        takeOver = "UPDATE " + lease + " SET token = ?, reclaims = reclaims + CASE WHEN expires_at = '-infinity' THEN 0"
                + " ELSE 1 END, expires_at = pg_catalog.statement_timestamp() + ?" + MICROS
                + " WHERE " + ofStream + "consumer_group_id = ? AND token = (SELECT token FROM " + lease
                + " WHERE " + ofStream + "consumer_group_id = ?"
                + " AND expires_at < pg_catalog.statement_timestamp() ORDER BY low LIMIT 1 FOR UPDATE SKIP LOCKED)"
                + " RETURNING low, high, reclaims";
        close = "DELETE FROM " + lease + " WHERE " + ofStream + "consumer_group_id = ? AND token = ?";
        move = "UPDATE " + lease + " SET low = ? WHERE " + ofStream
                + "consumer_group_id = ? AND token = ? AND low < ? AND high > ?";
        release = "UPDATE " + lease + " SET expires_at = '-infinity' WHERE " + ofStream
                + "consumer_group_id = ? AND token = ?";
        exists = "SELECT low FROM " + lease + " WHERE " + ofStream + "consumer_group_id = ? AND token = ?";
        lockCursor = "SELECT FROM " + cursor + " WHERE " + ofStream + "consumer_group_id = ? FOR NO KEY UPDATE";
        commit = "UPDATE " + cursor + " SET committed = greatest(committed, coalesce((SELECT min(low) FROM " + lease
                + " WHERE " + ofStream + "consumer_group_id = ?), claimed)) WHERE " + ofStream
                + "consumer_group_id = ?";
    }

    /**
     * Claims the next visible messages up to the settled head. The caller holds the lock of the cursor.
     *
     * @param claimed the cursor's, as the lock found it
     * @param settled the settled head
     * @param limit the most messages
     * @param bytes the most payload; a first message that is larger is claimed alone
     * @return null if there was none: the cursor has then moved to the settled head
     */
    public RangeLease claim(
            Connection connection, long claimed, long settled, int limit, long bytes, UUID token, Duration lease)
            throws SQLException {
        Span span = messages.span(connection, claimed, settled, limit, bytes);
        advance(connection, span.high(), settled);
        if (span.messages().isEmpty()) {
            commit(connection);
            return null;
        }
        try (PreparedStatement statement = connection.prepareStatement(open)) {
            statement.setLong(1, groupId);
            statement.setObject(2, token);
            statement.setLong(3, claimed);
            statement.setLong(4, span.high());
            statement.setBigDecimal(5, BigDecimal.valueOf(Sql.micros(lease)));
            statement.executeUpdate();
        }
        return new RangeLease(token, claimed, span.high(), 0, span.messages());
    }

    /** Takes over the lowest range whose claim has run out or was handed back; null if there is none that is free. */
    public RangeLease takeOver(Connection connection, UUID token, Duration lease) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(takeOver)) {
            statement.setObject(1, token);
            statement.setBigDecimal(2, BigDecimal.valueOf(Sql.micros(lease)));
            statement.setLong(3, groupId);
            statement.setLong(4, groupId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                long low = row.getLong(1);
                long high = row.getLong(2);
                return new RangeLease(token, low, high, row.getInt(3), messages.all(connection, low, high));
            }
        }
    }

    /** Ends a range: its claim goes, what did not succeed is written. */
    public Settled settle(
            Connection connection, UUID token, List<RowWrite> rows, List<LogWrite> runs, Duration rowLease)
            throws SQLException {
        if (fenced(connection, close, token) == 0) {
            return Settled.TOKEN_GONE;
        }
        lockCursor(connection);
        commit(connection);
        writes.insert(connection, rows, rowLease);
        writes.log(connection, runs);
        return Settled.WRITTEN;
    }

    /**
     * Settles the messages of a range up to an id: what did not succeed among them is written, those above stay in it.
     *
     * @param low the last id that is settled, below the range's last one
     */
    public Settled settleInPart(
            Connection connection, UUID token, long low, List<RowWrite> rows, List<LogWrite> runs, Duration rowLease)
            throws SQLException {
        int moved;
        try (PreparedStatement statement = connection.prepareStatement(move)) {
            statement.setLong(1, low);
            statement.setLong(2, groupId);
            statement.setObject(3, token);
            statement.setLong(4, low);
            statement.setLong(5, low);
            moved = statement.executeUpdate();
        }
        if (moved == 0) {
            return stands(connection, token) ? Settled.WRITTEN_BEFORE : Settled.TOKEN_GONE;
        }
        lockCursor(connection);
        commit(connection);
        writes.insert(connection, rows, rowLease);
        writes.log(connection, runs);
        return Settled.WRITTEN;
    }

    /** Hands a range back: anyone may take it over at once, and that is no reclaim. */
    public Settled release(Connection connection, UUID token) throws SQLException {
        return fenced(connection, release, token) == 0 ? Settled.TOKEN_GONE : Settled.WRITTEN;
    }

    private void advance(Connection connection, long claimed, long settled) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(advance)) {
            statement.setLong(1, claimed);
            statement.setLong(2, settled);
            statement.setLong(3, settled);
            statement.setLong(4, settled);
            statement.setLong(5, groupId);
            statement.executeUpdate();
        }
    }

    private int fenced(Connection connection, String sql, UUID token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, groupId);
            statement.setObject(2, token);
            return statement.executeUpdate();
        }
    }

    private boolean stands(Connection connection, UUID token) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(exists)) {
            statement.setLong(1, groupId);
            statement.setObject(2, token);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private void lockCursor(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lockCursor)) {
            statement.setLong(1, groupId);
            statement.executeQuery().close();
        }
    }

    // A statement of its own after the lock: in the one that waits for the lock, the leases would be those from before.
    private void commit(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(commit)) {
            statement.setLong(1, groupId);
            statement.setLong(2, groupId);
            statement.executeUpdate();
        }
    }
}
