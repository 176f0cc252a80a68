package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;

/** The declared streams' own settings. */
public final class StreamStore {

    private final String declare;

    public StreamStore(Schema schema) {
        declare = "UPDATE " + schema.qualified("stream_config") + " s SET updated_at = CASE WHEN"
                + " (s.log_mode, s.retention, s.dead_retention) IS DISTINCT FROM (v.mode, v.retention, v.dead)"
                + " THEN " + schema.qualified("now()") + " ELSE s.updated_at END,"
                + " log_mode = v.mode, retention = v.retention, dead_retention = v.dead"
                + " FROM (VALUES (?, ?::interval, ?::interval)) v (mode, retention, dead) WHERE s.name = ? RETURNING s.id";
    }

    /** Writes the settings of a stream's newest declaration; null if the stream has no tables. */
    public StreamInfo declare(
            Connection connection, String name, LogMode log, Duration retention, Duration deadRetention)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(declare)) {
            statement.setString(1, log.name().toLowerCase(Locale.ROOT));
            statement.setString(2, Sql.interval(retention));
            statement.setString(3, Sql.interval(deadRetention));
            statement.setString(4, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new StreamInfo(row.getLong(1), name, log) : null;
            }
        }
    }
}
