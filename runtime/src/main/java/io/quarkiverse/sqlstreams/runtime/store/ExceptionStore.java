package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The exception rows of one group. Every method is part of a transaction of the caller's. */
public final class ExceptionStore {

    /** The retries of a row {@code x} of the group {@code g}: what its message asked for, within the group's bounds. */
    static final String MAX_RETRIES =
            "least(greatest(coalesce(x.max_retries, g.max_retries), g.max_retries_floor), g.max_retries_ceiling)";

    private final long groupId;
    private final MessageReads messages;
    private final RowWrites writes;
    private final String claim;
    private final String handBack;
    private final String giveUp;
    private final String expire;
    private final String drop;
    private final String waited;
    private final String overBudget;

    public ExceptionStore(Schema schema, GroupRef group) {
        long streamId = group.stream().id();
        groupId = group.id();
        String ofStream = Schema.ofStream(streamId);
        messages = new MessageReads(schema, streamId);
        writes = new RowWrites(schema, group);
        String queue = schema.family("exception_queue", streamId);
        String now = schema.qualified("now()");
        claim = "UPDATE " + queue + " q SET status = 'inflight', attempts = q.attempts + 1, lease_token = v.token,"
                + " lease_expires_at = pg_catalog.statement_timestamp() + ? * interval '1 microsecond', updated_at = "
                + now + " FROM unnest(?::bigint[], ?::uuid[]) AS v (id, token)"
                + " WHERE " + ofStream + "q.consumer_group_id = ? AND q.message_id = v.id AND q.status = 'ready'"
                + " RETURNING q.message_id";
        handBack = "UPDATE " + queue + " SET status = 'ready', attempts = attempts - 1, lease_token = NULL,"
                + " lease_expires_at = NULL, updated_at = " + now
                + " WHERE " + ofStream + "consumer_group_id = ? AND lease_token = ANY (?) AND status = 'inflight'";
        giveUp = "UPDATE " + queue + " q SET status = 'dead', last_error = v.error, updated_at = " + now
                + " FROM unnest(?::bigint[], ?::text[]) AS v (id, error)"
                + " WHERE " + ofStream + "q.consumer_group_id = ? AND q.message_id = v.id AND q.status = 'ready'";
        expire = "UPDATE " + queue + " q SET status = v.status, last_error = v.error, expiries = q.expiries + 1,"
                + " lease_token = NULL, lease_expires_at = NULL, updated_at = " + now
                + " FROM unnest(?::bigint[], ?::uuid[], ?::text[], ?::text[]) AS v (id, token, status, error)"
                + " WHERE " + ofStream + "q.consumer_group_id = ? AND q.message_id = v.id AND q.lease_token = v.token"
                + " RETURNING q.message_id";
        drop = "DELETE FROM " + queue + " q WHERE " + ofStream
                + "consumer_group_id = ? AND message_id = ANY (?) AND status = 'ready'";
        waited = "SELECT message_id, extract(epoch FROM " + now + " - first_delayed_at) * 1000000 FROM " + queue
                + " WHERE " + ofStream
                + "consumer_group_id = ? AND message_id = ANY (?) AND first_delayed_at IS NOT NULL";
        overBudget = "SELECT x.message_id, x.attempts, x.delays, x.expiries, x.redrives, x.last_error, x.max_retries"
                + " FROM " + queue + " x JOIN " + schema.qualified("consumer_group_config")
                + " g ON g.id = x.consumer_group_id WHERE x." + ofStream
                + "x.consumer_group_id = ? AND x.status = 'ready'"
                + " AND x.attempts - x.delays >= " + MAX_RETRIES
                + " ORDER BY x.message_id LIMIT ? FOR NO KEY UPDATE OF x SKIP LOCKED";
    }

    /** Begins a run of each of these rows, which the caller has locked; those that were still ready. */
    public Set<Long> claim(Connection connection, List<Long> ids, List<UUID> tokens, Duration lease)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            statement.setBigDecimal(1, BigDecimal.valueOf(Sql.micros(lease)));
            statement.setArray(2, Sql.bigints(connection, ids));
            statement.setArray(3, connection.createArrayOf("uuid", tokens.toArray()));
            statement.setLong(4, groupId);
            return ids(statement);
        }
    }

    /** Undoes claims whose runs have not begun. */
    public int handBack(Connection connection, List<UUID> tokens) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(handBack)) {
            statement.setLong(1, groupId);
            statement.setArray(2, connection.createArrayOf("uuid", tokens.toArray()));
            return statement.executeUpdate();
        }
    }

    /** The messages of these ids that are still retained. */
    public List<StoredMessage> messages(Connection connection, Collection<Long> ids) throws SQLException {
        return messages.byId(connection, ids);
    }

    /** Makes ready rows dead without a run. */
    public int giveUp(Connection connection, List<Long> ids, List<String> errors) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(giveUp)) {
            statement.setArray(1, Sql.bigints(connection, ids));
            statement.setArray(2, connection.createArrayOf("text", errors.toArray()));
            statement.setLong(3, groupId);
            return statement.executeUpdate();
        }
    }

    /** Ends inflight rows whose lease ran out, each by its token; those that nobody else ended first. */
    public Set<Long> expire(
            Connection connection, List<Long> ids, List<UUID> tokens, List<String> statuses, List<String> errors)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(expire)) {
            statement.setArray(1, Sql.bigints(connection, ids));
            statement.setArray(2, connection.createArrayOf("uuid", tokens.toArray()));
            statement.setArray(3, connection.createArrayOf("text", statuses.toArray()));
            statement.setArray(4, connection.createArrayOf("text", errors.toArray()));
            statement.setLong(5, groupId);
            return ids(statement);
        }
    }

    /** Deletes ready rows whose message is gone. */
    public void drop(Connection connection, Collection<Long> ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(drop)) {
            statement.setLong(1, groupId);
            statement.setArray(2, Sql.bigints(connection, ids));
            statement.executeUpdate();
        }
    }

    /** How long ago the first delay of these rows was recorded; those that have one. */
    public Map<Long, Duration> waited(Connection connection, Collection<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return Map.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(waited)) {
            statement.setLong(1, groupId);
            statement.setArray(2, Sql.bigints(connection, ids));
            Map<Long, Duration> found = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong(1), Sql.duration(rows.getBigDecimal(2)));
                }
            }
            return found;
        }
    }

    /** Locks ready rows, due or not, that have spent more than the policy allows by now. */
    public List<RowState> lockOverBudget(Connection connection, int limit) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(overBudget)) {
            statement.setLong(1, groupId);
            statement.setInt(2, limit);
            List<RowState> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    Integer maxRetries = (Integer) rows.getObject(7);
                    found.add(new RowState(
                            rows.getLong(1),
                            rows.getInt(2),
                            rows.getInt(3),
                            rows.getInt(4),
                            rows.getInt(5),
                            rows.getString(6),
                            new AskedPolicy(maxRetries, null, null, null, null)));
                }
            }
            return found;
        }
    }

    /** Ends runs of inflight rows, each by its token; the messages whose rows were still held under it. */
    public Set<Long> update(Connection connection, List<RowUpdate> rows) throws SQLException {
        return writes.update(connection, rows);
    }

    public void log(Connection connection, List<LogWrite> runs) throws SQLException {
        writes.log(connection, runs);
    }

    private static Set<Long> ids(PreparedStatement statement) throws SQLException {
        Set<Long> ids = new HashSet<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
