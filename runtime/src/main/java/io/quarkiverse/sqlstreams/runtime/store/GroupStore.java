package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.policy.Bounds;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** The declared groups: their policies, and where they begin. */
public final class GroupStore {

    private static final String[] INTERVALS = {
        "initial_backoff",
        "base_delay",
        "max_delay",
        "max_waiting",
        "timeout",
        "initial_backoff_floor",
        "initial_backoff_ceiling",
        "max_waiting_floor",
        "max_waiting_ceiling",
        "timeout_floor",
        "timeout_ceiling"
    };

    private final Schema schema;
    private final String declare;
    private final String policy;
    private final String budgetSwept;

    public GroupStore(Schema schema) {
        this.schema = schema;
        String table = schema.qualified("consumer_group_config");
        declare = declare(table);
        policy = "SELECT max_retries, exponent, jitter, max_delays, max_retries_floor, max_retries_ceiling,"
                + " max_delays_floor, max_delays_ceiling" + micros() + " FROM " + table + " WHERE id = ?";
        budgetSwept =
                "UPDATE " + table + " SET budget_lowered = false WHERE id = ? AND budget_lowered AND max_retries = ?";
    }

    /** Writes the policy of a group's newest declaration. */
    public long declare(Connection connection, long streamId, String name, GroupPolicy policy) throws SQLException {
        Bounds floor = policy.floor();
        Bounds ceiling = policy.ceiling();
        try (PreparedStatement statement = connection.prepareStatement(declare)) {
            int i = 0;
            statement.setLong(++i, streamId);
            statement.setString(++i, name);
            statement.setInt(++i, policy.maxRetries());
            statement.setDouble(++i, policy.exponent());
            statement.setDouble(++i, policy.jitter());
            statement.setInt(++i, policy.maxDelays());
            statement.setInt(++i, floor.maxRetries() == null ? 0 : floor.maxRetries());
            statement.setInt(++i, ceiling.maxRetries() == null ? policy.maxRetries() : ceiling.maxRetries());
            statement.setInt(++i, floor.maxDelays() == null ? 0 : floor.maxDelays());
            statement.setInt(++i, ceiling.maxDelays() == null ? policy.maxDelays() : ceiling.maxDelays());
            for (Duration duration : new Duration[] {
                policy.initialBackoff(),
                policy.baseDelay(),
                policy.maxDelay(),
                policy.maxWaiting(),
                policy.timeout(),
                floor.initialBackoff(),
                ceiling.initialBackoff(),
                floor.maxWaiting(),
                ceiling.maxWaiting(),
                floor.timeout(),
                ceiling.timeout()
            }) {
                statement.setString(++i, Sql.interval(duration));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /**
     * The policy as the newest declaration has it.
     *
     * @param own what this instance decides for itself: the concurrency
     */
    public GroupPolicy policy(Connection connection, long groupId, GroupPolicy own) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(policy)) {
            statement.setLong(1, groupId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return own;
                }
                Duration[] durations = new Duration[INTERVALS.length];
                for (int i = 0; i < INTERVALS.length; i++) {
                    durations[i] = Sql.duration(row.getBigDecimal(9 + i));
                }
                return new GroupPolicy(
                        own.concurrency(),
                        row.getInt(1),
                        durations[0],
                        durations[1],
                        row.getDouble(2),
                        durations[2],
                        row.getDouble(3),
                        row.getInt(4),
                        durations[3],
                        durations[4],
                        new Bounds(row.getInt(5), row.getInt(7), durations[7], durations[5], durations[9]),
                        new Bounds(row.getInt(6), row.getInt(8), durations[8], durations[6], durations[10]));
            }
        }
    }

    /** All ready rows have been looked at since the retries were lowered to this number. */
    public void budgetSwept(Connection connection, long groupId, int maxRetries) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(budgetSwept)) {
            statement.setLong(1, groupId);
            statement.setInt(2, maxRetries);
            statement.executeUpdate();
        }
    }

    /** Whether the group has a place in its stream. */
    public boolean hasBegun(Connection connection, long streamId, long groupId) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT FROM " + schema.family("consumer_group_cursor", streamId)
                        + " WHERE " + Schema.ofStream(streamId) + "consumer_group_id = ?")) {
            statement.setLong(1, groupId);
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Gives a group its place, unless it has one. */
    public void begin(Connection connection, long streamId, long groupId, long above) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO "
                + schema.family("consumer_group_cursor", streamId)
                + " (consumer_group_id, claimed, committed, settled) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            statement.setLong(1, groupId);
            statement.setLong(2, above);
            statement.setLong(3, above);
            statement.setLong(4, above);
            statement.executeUpdate();
        }
    }

    /**
     * Just below the lowest id that can still be read. Where nothing is visible that is the lowest bound of the log's
     * partitions, because ids below a visible one may still be uncommitted.
     */
    public long belowOldest(Connection connection, long streamId) throws SQLException {
        String log = schema.family("message_log", streamId).replace("'", "''");
        try (PreparedStatement statement = connection.prepareStatement("SELECT coalesce(min(substring("
                        + "pg_catalog.pg_get_expr(c.relpartbound, c.oid) from 'FROM \\(''?(\\d+)')::bigint) - 1, 0)"
                        + " FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid"
                        + " WHERE i.inhparent = '" + log + "'::regclass");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return Math.max(0, row.getLong(1));
        }
    }

    private static String declare(String table) {
        StringBuilder columns = new StringBuilder("max_retries, exponent, jitter, max_delays, max_retries_floor,"
                + " max_retries_ceiling, max_delays_floor, max_delays_ceiling");
        StringBuilder values = new StringBuilder("?, ?, ?, ?, ?, ?, ?, ?");
        for (String interval : INTERVALS) {
            columns.append(", ").append(interval);
            values.append(", ?::interval");
        }
        StringBuilder set = new StringBuilder();
        for (String column : columns.toString().split(", ")) {
            set.append(column).append(" = excluded.").append(column).append(", ");
        }
        return "INSERT INTO " + table + " AS g (stream_id, name, " + columns + ") VALUES (?, ?, " + values
                + ") ON CONFLICT (stream_id, name) DO UPDATE SET " + set
                + "budget_lowered = g.budget_lowered OR excluded.max_retries < g.max_retries"
                + " OR excluded.max_retries_ceiling < g.max_retries_ceiling"
                + " OR excluded.max_retries_floor < g.max_retries_floor,"
                + " updated_at = CASE WHEN (" + columns("g.", columns) + ") IS DISTINCT FROM ("
                + columns("excluded.", columns) + ") THEN excluded.updated_at ELSE g.updated_at END RETURNING id";
    }

    private static String columns(String prefix, StringBuilder columns) {
        return prefix + columns.toString().replace(", ", ", " + prefix);
    }

    private static String micros() {
        StringBuilder columns = new StringBuilder();
        for (String interval : INTERVALS) {
            columns.append(", extract(epoch FROM ").append(interval).append(") * 1000000");
        }
        return columns.toString();
    }
}
