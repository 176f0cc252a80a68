package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the test kit asks about one group and does to it. Each method is one statement that may commit by itself. */
public final class KitStore {

    private static final String EXPIRED = "pg_catalog.statement_timestamp() - interval '1 second'";

    private final long groupId;
    private final String backlog;
    private final String expireRanges;
    private final String expireRows;
    private final String delivery;

    /**
     * What is left to do for a group now.
     *
     * @param head the highest visible id
     * @param claimed the highest id handed out
     * @param committed the highest id below which nothing is being delivered for the first time
     * @param leases open claims of ranges
     * @param inflight exception rows being run
     * @param due ready rows that are due
     * @param budgetLowered whether rows may have to be given up because the retries were lowered
     * @param paused whether the group is paused
     */
    public record Backlog(
            long head,
            long claimed,
            long committed,
            long leases,
            long inflight,
            long due,
            boolean budgetLowered,
            boolean paused) {

        public boolean isEmpty() {
            return committed >= head && leases == 0 && inflight == 0 && due == 0 && !budgetLowered;
        }
    }

    /**
     * One delivery.
     *
     * @param status null: there is no row
     * @param dueIn null: not ready
     * @param settled whether the message has been delivered for the first time and that is recorded
     */
    public record Delivery(
            String status,
            int attempts,
            int delays,
            Duration dueIn,
            String lastError,
            boolean settled,
            List<Run> runs) {}

    /** One run that ended, as the delivery log has it. */
    public record Run(int attempt, String status, String error, int redrives) {}

    public KitStore(Schema schema, long streamId, long groupId) {
        this.groupId = groupId;
        String log = schema.family("message_log", streamId);
        String cursor = schema.family("consumer_group_cursor", streamId);
        String queue = schema.family("exception_queue", streamId);
        String lease = schema.family("claim_lease", streamId);
        String now = schema.qualified("now()");
        String rows = "(SELECT count(*) FROM " + queue + " WHERE consumer_group_id = c.consumer_group_id AND status = ";
        backlog = "SELECT coalesce((SELECT id FROM " + log + " WHERE stream_id = " + streamId
                + " ORDER BY id DESC LIMIT 1), 0), c.claimed, c.committed,"
                + " (SELECT count(*) FROM " + lease + " WHERE consumer_group_id = c.consumer_group_id), "
                + rows + "'inflight'), " + rows + "'ready' AND can_run_after <= " + now + "),"
                + " g.budget_lowered, coalesce(g.paused_until > " + now + ", false)"
                + " FROM " + cursor + " c JOIN " + schema.qualified("consumer_group_config")
                + " g ON g.id = c.consumer_group_id WHERE c.consumer_group_id = ?";
        expireRanges = "UPDATE " + lease + " l SET expires_at = " + EXPIRED + " FROM (SELECT token FROM " + lease
                + " WHERE consumer_group_id = ? AND expires_at > pg_catalog.statement_timestamp()"
                + " ORDER BY token FOR NO KEY UPDATE) o WHERE l.token = o.token";
        // Locked in the order in which everybody locks exception rows.
        expireRows = "UPDATE " + queue + " q SET lease_expires_at = " + EXPIRED + " FROM (SELECT consumer_group_id,"
                + " message_id FROM " + queue + " WHERE consumer_group_id = ? AND status = 'inflight'"
                + " AND lease_expires_at > pg_catalog.statement_timestamp() ORDER BY message_id FOR NO KEY UPDATE) o"
                + " WHERE q.consumer_group_id = o.consumer_group_id AND q.message_id = o.message_id";
        delivery = "SELECT q.status, coalesce(q.attempts, -1), coalesce(q.delays, 0), CASE WHEN q.status = 'ready' THEN"
                + " extract(epoch FROM q.can_run_after - " + now + ") * 1000000 END, q.last_error,"
                + " c.claimed >= w.id AND NOT EXISTS (SELECT FROM " + lease + " l WHERE l.consumer_group_id ="
                + " c.consumer_group_id AND l.low < w.id AND l.high >= w.id), d.attempt, d.status, d.error, d.redrives"
                + " FROM (SELECT ?::bigint AS id) w CROSS JOIN " + cursor + " c"
                + " LEFT JOIN " + queue + " q ON q.consumer_group_id = c.consumer_group_id AND q.message_id = w.id"
                + " LEFT JOIN " + schema.family("delivery_log", streamId)
                + " d ON d.consumer_group_id = c.consumer_group_id AND d.message_id = w.id"
                + " WHERE c.consumer_group_id = ? ORDER BY d.id";
    }

    /** A group by its names, declared by this application or another; null if there is none. */
    public static KitStore find(Connection connection, Schema schema, String stream, String group) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT s.id, g.id FROM " + schema.qualified("stream_config") + " s JOIN "
                        + schema.qualified("consumer_group_config")
                        + " g ON g.stream_id = s.id WHERE s.name = ? AND g.name = ?")) {
            statement.setString(1, stream);
            statement.setString(2, group);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new KitStore(schema, row.getLong(1), row.getLong(2)) : null;
            }
        }
    }

    /** Null if the group has no place in its stream. */
    public Backlog backlog(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(backlog)) {
            statement.setLong(1, groupId);
            try (ResultSet row = statement.executeQuery()) {
                return !row.next()
                        ? null
                        : new Backlog(
                                row.getLong(1),
                                row.getLong(2),
                                row.getLong(3),
                                row.getLong(4),
                                row.getLong(5),
                                row.getLong(6),
                                row.getBoolean(7),
                                row.getBoolean(8));
            }
        }
    }

    /** Ends the claims of ranges that still hold; how many. */
    public int expireRanges(Connection connection) throws SQLException {
        return update(connection, expireRanges);
    }

    /** Ends the claims of exception rows that still hold; how many. */
    public int expireRows(Connection connection) throws SQLException {
        return update(connection, expireRows);
    }

    /** Null if the group has no place in its stream. */
    public Delivery delivery(Connection connection, long messageId) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(delivery)) {
            statement.setLong(1, messageId);
            statement.setLong(2, groupId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                List<Run> runs = new ArrayList<>();
                Delivery found = new Delivery(
                        row.getString(1),
                        row.getInt(2),
                        row.getInt(3),
                        Sql.duration(row.getBigDecimal(4)),
                        row.getString(5),
                        row.getBoolean(6),
                        runs);
                do {
                    if (row.getString(8) != null) {
                        runs.add(new Run(row.getInt(7), row.getString(8), row.getString(9), row.getInt(10)));
                    }
                } while (row.next());
                return found;
            }
        }
    }

    private int update(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, groupId);
            return statement.executeUpdate();
        }
    }
}
