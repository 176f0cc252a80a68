package io.quarkiverse.sqlstreams.runtime.store;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Finds what nobody will ever work on again, in all streams. It reads every exception row: for tests only. */
public final class StrandedRows {

    private static final int MOST = 1_000;
    private static final String REAL_NOW = "pg_catalog.statement_timestamp()";

    private final String rows;
    private final String leases;

    public StrandedRows(Schema schema) {
        String queue = schema.qualified("exception_queue");
        String lease = schema.qualified("claim_lease");
        String log = schema.qualified("message_log");
        String names = " JOIN " + schema.qualified("stream_config") + " s ON s.id = x.stream_id LEFT JOIN "
                + schema.qualified("consumer_group_config") + " g ON g.id = x.consumer_group_id";
        String name = "SELECT s.name || '/' || coalesce(g.name, 'group ' || x.consumer_group_id)";
        rows = name + " || ' message ' || x.message_id || ': ' || x.status || ' ' || x.attempts || '/' || x.delays"
                + " || ', but ' || r.reason FROM " + queue + " x" + names + " CROSS JOIN LATERAL (SELECT CASE"
                + " WHEN g.id IS NULL THEN 'its group is gone'"
                + " WHEN NOT EXISTS (SELECT FROM " + log + " m WHERE m.stream_id = x.stream_id AND m.id = x.message_id)"
                + " THEN 'its message is gone'"
                + " WHEN x.status = 'ready' AND x.attempts - x.delays >= " + ExceptionStore.MAX_RETRIES
                + " THEN 'only ' || " + ExceptionStore.MAX_RETRIES + " || ' retries are allowed: it is never claimed'"
                + " WHEN x.status = 'ready' AND x.can_run_after = 'infinity' THEN 'it is never due'"
                + " WHEN x.status = 'deferred' AND NOT EXISTS (SELECT FROM " + queue
                + " k WHERE k.stream_id = x.stream_id AND k.consumer_group_id = x.consumer_group_id"
                + " AND k.message_key = x.message_key AND k.status IN ('ready', 'inflight'))"
                + " AND NOT EXISTS (SELECT FROM " + lease + " l JOIN " + log + " m ON m.stream_id = l.stream_id"
                + " AND m.id > l.low AND m.id <= l.high WHERE l.stream_id = x.stream_id"
                + " AND l.consumer_group_id = x.consumer_group_id AND m.message_key = x.message_key)"
                + " THEN 'nobody holds its key'"
                + " WHEN x.status = 'inflight' AND x.lease_expires_at < " + REAL_NOW + " - v.sweeps"
                + " THEN 'its lease ran out ' || " + ago("x.lease_expires_at") + " || ' ago and nobody took it over'"
                + " END AS reason FROM (SELECT ? * interval '1 microsecond' AS sweeps) v) r"
                + " WHERE x.status <> 'dead' AND r.reason IS NOT NULL"
                + " ORDER BY x.stream_id, x.consumer_group_id, x.message_id LIMIT " + MOST;
        // In this order: nothing can be subtracted from -infinity.
        leases = name + " || ' range (' || x.low || ', ' || x.high || ']: ' || r.reason FROM " + lease + " x" + names
                + " CROSS JOIN LATERAL (SELECT CASE WHEN g.id IS NULL THEN 'its group is gone'"
                + " WHEN x.expires_at = '-infinity' THEN 'it was handed back and nobody took it over'"
                + " WHEN x.expires_at < " + REAL_NOW + " - v.sweeps"
                + " THEN 'its lease ran out ' || " + ago("x.expires_at") + " || ' ago and nobody took it over'"
                + " WHEN x.expires_at >= " + REAL_NOW + " AND x.expires_at < " + REAL_NOW + " + v.unrenewed"
                + " THEN 'its lease is open, but nobody renews it'"
                + " END AS reason FROM (SELECT ? * interval '1 microsecond' AS sweeps,"
                + " ? * interval '1 microsecond' AS unrenewed) v) r"
                + " WHERE r.reason IS NOT NULL ORDER BY x.stream_id, x.consumer_group_id, x.low LIMIT " + MOST;
    }

    /**
     * One line for each, at most a thousand of a kind.
     *
     * @param sweeps how long the living take at most to find a lease that ran out
     * @param unrenewed a lease with less time left than this should have been renewed by now
     */
    public List<String> list(Connection connection, Duration sweeps, Duration unrenewed) throws SQLException {
        List<String> lines = new ArrayList<>();
        read(connection, rows, lines, sweeps);
        read(connection, leases, lines, sweeps, unrenewed);
        return lines;
    }

    private static String ago(String column) {
        return "round(extract(epoch FROM " + REAL_NOW + " - " + column + "), 1) || ' s'";
    }

    private static void read(Connection connection, String sql, List<String> lines, Duration... durations)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < durations.length; i++) {
                statement.setBigDecimal(i + 1, BigDecimal.valueOf(Sql.micros(durations[i])));
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    lines.add(row.getString(1));
                }
            }
        }
    }
}
