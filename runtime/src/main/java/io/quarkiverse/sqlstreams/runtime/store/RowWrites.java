package io.quarkiverse.sqlstreams.runtime.store;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes exception rows and log rows of one group, any number in one statement each. */
final class RowWrites {

    /** A due time beyond it is stored as this one. */
    private static final String LATEST = "'9999-12-31 00:00:00+00'::timestamptz";

    private static final String MICROS = " * interval '1 microsecond'";

    private final long groupId;
    private final String insert;
    private final String log;
    private final String update;
    private final String delete;

    RowWrites(Schema schema, GroupRef group) {
        groupId = group.id();
        long streamId = group.stream().id();
        String ofStream = Schema.ofStream(streamId);
        String queue = schema.family("exception_queue", streamId);
        String now = schema.qualified("now()");
        insert = "INSERT INTO " + queue + " (consumer_group_id, message_id, status, attempts, delays, expiries,"
                + " can_run_after, first_delayed_at, last_error, max_retries, max_delays, max_waiting, message_key,"
                + " lease_token, lease_expires_at) SELECT ?, v.id, v.status, v.attempts, v.delays, v.expiries,"
                + " least(" + now + " + v.due" + MICROS + ", " + LATEST + "), " + now + " - v.delayed" + MICROS
                + ", v.error, v.max_retries, v.max_delays, v.max_waiting" + MICROS + ", v.message_key, v.token,"
                + " CASE WHEN v.token IS NOT NULL THEN pg_catalog.statement_timestamp() + ?" + MICROS + " END"
                + " FROM unnest(?::bigint[], ?::text[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::bigint[],"
                + " ?::text[], ?::int[], ?::int[], ?::bigint[], ?::text[], ?::uuid[]) AS v (id, status, attempts, delays,"
                + " expiries, due, delayed, error, max_retries, max_delays, max_waiting, message_key, token)";
        log = "INSERT INTO " + schema.family("delivery_log", streamId) + " (consumer_group_id, message_id, redrives,"
                + " attempt, status, error, stack_trace, attempted_at, duration) SELECT ?, v.id, v.redrives, v.attempt,"
                + " v.status, v.error, v.stack, " + now + " - v.ago" + MICROS + ", v.took" + MICROS
                + " FROM unnest(?::bigint[], ?::int[], ?::int[], ?::text[], ?::text[], ?::text[], ?::bigint[],"
                + " ?::bigint[]) WITH ORDINALITY AS v (id, redrives, attempt, status, error, stack, ago, took, place)"
                + " ORDER BY v.place";
        update = "UPDATE " + queue + " q SET status = v.status, attempts = v.attempts, delays = v.delays,"
                + " can_run_after = least(" + now + " + v.due" + MICROS + ", " + LATEST + "), first_delayed_at ="
                + " coalesce(q.first_delayed_at, " + now + " - v.delayed" + MICROS + "),"
                + " last_error = coalesce(v.error, q.last_error), lease_token = NULL, lease_expires_at = NULL,"
                + " updated_at = " + now + " FROM unnest(?::bigint[], ?::uuid[], ?::text[], ?::int[], ?::int[],"
                + " ?::bigint[], ?::bigint[], ?::text[]) AS v (id, token, status, attempts, delays, due, delayed, error)"
                + " WHERE " + ofStream + "q.consumer_group_id = ? AND q.message_id = v.id AND q.lease_token = v.token"
                + " RETURNING q.message_id";
        delete = "DELETE FROM " + queue + " q USING unnest(?::bigint[], ?::uuid[]) AS v (id, token)"
                + " WHERE " + ofStream + "q.consumer_group_id = ? AND q.message_id = v.id AND q.lease_token = v.token"
                + " RETURNING q.message_id";
    }

    /** @param lease how long the lease of an inflight row holds */
    void insert(Connection connection, List<RowWrite> rows, Duration lease) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        Columns columns = new Columns(connection, rows.size(), 13);
        for (RowWrite row : rows) {
            columns.add(
                    row.messageId(),
                    row.status(),
                    row.attempts(),
                    row.delays(),
                    row.expiries(),
                    Sql.micros(row.due()),
                    Sql.micros(row.delayedFor()),
                    row.lastError(),
                    row.asked().maxRetries(),
                    row.asked().maxDelays(),
                    Sql.micros(row.asked().maxWaiting()),
                    row.messageKey(),
                    row.token());
        }
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setLong(1, groupId);
            statement.setBigDecimal(2, BigDecimal.valueOf(Sql.micros(lease)));
            columns.bind(
                    statement, 3, "bigint", "text", "integer", "integer", "integer", "bigint", "bigint", "text",
                    "integer", "integer", "bigint", "text", "uuid");
            statement.executeUpdate();
        }
    }

    void log(Connection connection, List<LogWrite> runs) throws SQLException {
        if (runs.isEmpty()) {
            return;
        }
        Columns columns = new Columns(connection, runs.size(), 8);
        for (LogWrite run : runs) {
            columns.add(
                    run.messageId(),
                    run.redrives(),
                    run.attempt(),
                    run.status(),
                    run.error(),
                    run.stackTrace(),
                    Sql.micros(run.ago()),
                    Sql.micros(run.took()));
        }
        try (PreparedStatement statement = connection.prepareStatement(log)) {
            statement.setLong(1, groupId);
            columns.bind(statement, 2, "bigint", "integer", "integer", "text", "text", "text", "bigint", "bigint");
            statement.executeUpdate();
        }
    }

    /** The messages whose rows were still held under their tokens. */
    Set<Long> update(Connection connection, List<RowUpdate> rows) throws SQLException {
        Set<Long> held = new HashSet<>();
        Columns gone = new Columns(connection, rows.size(), 2);
        Columns kept = new Columns(connection, rows.size(), 8);
        for (RowUpdate row : rows) {
            if (row.status() == null) {
                gone.add(row.messageId(), row.token());
            } else {
                kept.add(
                        row.messageId(),
                        row.token(),
                        row.status(),
                        row.attempts(),
                        row.delays(),
                        Sql.micros(row.due()),
                        Sql.micros(row.delayedFor()),
                        row.lastError());
            }
        }
        if (!gone.isEmpty()) {
            try (PreparedStatement statement = connection.prepareStatement(delete)) {
                int next = gone.bind(statement, 1, "bigint", "uuid");
                statement.setLong(next, groupId);
                read(statement, held);
            }
        }
        if (!kept.isEmpty()) {
            try (PreparedStatement statement = connection.prepareStatement(update)) {
                int next = kept.bind(
                        statement, 1, "bigint", "uuid", "text", "integer", "integer", "bigint", "bigint", "text");
                statement.setLong(next, groupId);
                read(statement, held);
            }
        }
        return held;
    }

    private static void read(PreparedStatement statement, Set<Long> ids) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
    }
}
