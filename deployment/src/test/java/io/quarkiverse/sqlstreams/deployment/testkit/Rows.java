package io.quarkiverse.sqlstreams.deployment.testkit;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.Streams;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes what a group could look like. In SQL {@code $s} is the schema, {@code $n} the stream, {@code $g} the group. */
@Singleton
public class Rows {

    @Inject
    AgroalDataSource dataSource;

    @Inject
    StreamsDatabase database;

    @Inject
    Streams streams;

    private GroupRef group;

    public void of(String stream, String name) {
        group = streams.find(stream, name);
    }

    public void clear() {
        sql("TRUNCATE $s.message_log, $s.exception_queue, $s.delivery_log, $s.claim_lease");
        sql("UPDATE $s.consumer_group_cursor SET claimed = 0, committed = 0, settled = 0, observed_head = NULL,"
                + " observed_xid = NULL");
        sql("UPDATE $s.consumer_group_config SET budget_lowered = false, paused_until = NULL");
    }

    public void messages(int first, int last) {
        sql("INSERT INTO $s.message_log_$n (id, payload) SELECT i, '\"secret\"' FROM generate_series(" + first + ", "
                + last + ") i");
    }

    public void cursor(long claimed, long committed) {
        sql("UPDATE $s.consumer_group_cursor_$n SET claimed = " + claimed + ", committed = " + committed
                + ", settled = " + claimed + " WHERE consumer_group_id = $g");
    }

    /** @param due added to the library's clock */
    public void ready(long message, int attempts, int delays, String due) {
        sql("INSERT INTO $s.exception_queue_$n (consumer_group_id, message_id, status, attempts, delays, can_run_after,"
                + " last_error) VALUES ($g, " + message + ", 'ready', " + attempts + ", " + delays + ", $s.now() + '"
                + due + "'::interval, 'it failed')");
    }

    public void row(long message, String status, int attempts) {
        sql("INSERT INTO $s.exception_queue_$n (consumer_group_id, message_id, status, attempts, can_run_after)"
                + " VALUES ($g, " + message + ", '" + status + "', " + attempts + ", $s.now())");
    }

    /** @param expires added to real time */
    public void inflight(long message, int attempts, String expires) {
        sql("INSERT INTO $s.exception_queue_$n (consumer_group_id, message_id, status, attempts, can_run_after,"
                + " lease_token, lease_expires_at) VALUES ($g, " + message + ", 'inflight', " + attempts
                + ", $s.now(), gen_random_uuid(), statement_timestamp() + '" + expires + "'::interval)");
    }

    /** @param expires an expression */
    public void lease(long low, long high, String expires) {
        sql("INSERT INTO $s.claim_lease_$n (consumer_group_id, token, low, high, expires_at) VALUES ($g,"
                + " gen_random_uuid(), " + low + ", " + high + ", " + expires + ")");
    }

    public void run(long message, int attempt, String status, int redrives) {
        sql("INSERT INTO $s.delivery_log_$n (consumer_group_id, message_id, attempt, status, redrives, error)"
                + " VALUES ($g, " + message + ", " + attempt + ", '" + status + "', " + redrives + ", 'no')");
    }

    public void sql(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(fill(sql));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public String one(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(fill(sql))) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public String plan(String sql) {
        StringBuilder plan = new StringBuilder();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            try (ResultSet line = statement.executeQuery("EXPLAIN " + fill(sql))) {
                while (line.next()) {
                    plan.append(line.getString(1)).append('\n');
                }
            }
            statement.execute("RESET enable_seqscan");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return plan.toString();
    }

    private String fill(String sql) {
        return sql.replace("$s", database.schema().quoted())
                .replace("$n", Long.toString(group.stream().id()))
                .replace("$g", Long.toString(group.id()));
    }
}
