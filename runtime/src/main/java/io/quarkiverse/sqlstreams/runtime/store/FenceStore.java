package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.store.Probe.Observation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Looks at one group: how far its stream has settled, and what else waits.
 * <p>
 * Ids are drawn before commit, so a visible id may stand above an uncommitted one. Whoever inserts owns a transaction id
 * before drawing a message id, and the sequence hands ids out in order: every transaction that can still make an id at
 * or below a visible head appear has a transaction id below one that is drawn after the head was seen. Both statements
 * here must run in a transaction of their own, so that what is read after them sees what had ended by then.
 */
public final class FenceStore {

    private final long groupId;
    private final String probe;
    private final String settled;
    private final String remember;

    public FenceStore(Schema schema, GroupRef group) {
        long streamId = group.stream().id();
        groupId = group.id();
        String ofStream = Schema.ofStream(streamId);
        String log = schema.family("message_log", streamId);
        String cursor = schema.family("consumer_group_cursor", streamId);
        String queue = schema.family("exception_queue", streamId);
        String lease = schema.family("claim_lease", streamId);
        String hasSettled = hasSettled(schema.qualified("message_log"), log);
        probe = "SELECT c.claimed, c.settled, c.observed_head, c.observed_xid::text,"
                + " c.observed_xid IS NOT NULL AND " + hasSettled.replace("${xid}", "c.observed_xid") + ","
                + " h.head, CASE WHEN c.observed_xid IS NULL AND h.head > c.settled"
                + " THEN pg_catalog.pg_current_xact_id()::text END,"
                + " EXISTS (SELECT FROM " + queue + " WHERE consumer_group_id = c.consumer_group_id"
                + " AND status = 'ready' AND can_run_after <= " + schema.qualified("now()") + "),"
                + " EXISTS (SELECT FROM " + queue + " WHERE consumer_group_id = c.consumer_group_id"
                + " AND status = 'inflight' AND lease_expires_at < pg_catalog.statement_timestamp()),"
                + " EXISTS (SELECT FROM " + lease + " WHERE " + ofStream + "consumer_group_id = c.consumer_group_id"
                + " AND expires_at < pg_catalog.statement_timestamp()),"
                + " g.budget_lowered, coalesce(g.paused_until > " + schema.qualified("now()") + ", false)"
                + " FROM " + cursor + " c JOIN " + schema.qualified("consumer_group_config")
                + " g ON g.id = c.consumer_group_id CROSS JOIN LATERAL"
                + " (SELECT coalesce((SELECT id FROM " + log + " WHERE stream_id = " + streamId
                + " ORDER BY id DESC LIMIT 1), 0) AS head) h"
                + " WHERE c." + ofStream + "c.consumer_group_id = ?";
        settled = "SELECT " + hasSettled.replace("${xid}", "?::xid8");
        remember = "UPDATE " + cursor + " SET observed_head = ?, observed_xid = ?::xid8" + " WHERE " + ofStream
                + "consumer_group_id = ? AND observed_xid IS NULL AND settled < ?";
    }

    /**
     * Whether no transaction is left that can make an id at or below the observed head appear. The oldest running
     * transaction of the server answers it at once, if it is young enough; else it is enough that none of those that
     * write this log is older. The lock table is read once: while a transaction is being prepared its locks change hands
     * one by one, so a writer whose transaction id is not found counts as old.
     */
    private static String hasSettled(String parent, String log) {
        String relations = "SELECT relid FROM pg_catalog.pg_partition_tree('" + log.replace("'", "''")
                + "'::regclass) UNION ALL SELECT '" + parent.replace("'", "''") + "'::regclass";
        return "(pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) >= ${xid} OR NOT EXISTS ("
                + "WITH l AS MATERIALIZED (SELECT * FROM pg_catalog.pg_locks WHERE granted)"
                + " SELECT FROM l w WHERE w.locktype = 'relation' AND w.mode = 'RowExclusiveLock'"
                + " AND w.database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = current_database())"
                + " AND w.relation IN (" + relations + ") AND coalesce((SELECT"
                + " bool_or(pg_catalog.age(t.transactionid) > pg_catalog.age(${xid}::xid)) FROM l t"
                + " WHERE t.locktype = 'transactionid' AND t.mode = 'ExclusiveLock'"
                + " AND t.virtualtransaction = w.virtualtransaction), true)))";
    }

    /** One look; null if the group's cursor is gone. Draws a transaction id only if there is a new head to settle. */
    public Probe probe(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(probe)) {
            statement.setLong(1, groupId);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                String observedXid = row.getString(4);
                String freshXid = row.getString(7);
                return new Probe(
                        row.getLong(1),
                        row.getLong(2),
                        observedXid == null ? null : new Observation(row.getLong(3), observedXid),
                        row.getBoolean(5),
                        freshXid == null ? null : new Observation(row.getLong(6), freshXid),
                        row.getBoolean(8),
                        row.getBoolean(9),
                        row.getBoolean(10),
                        row.getBoolean(11),
                        row.getBoolean(12));
            }
        }
    }

    /** Whether the observed head has settled. Once true it stays true. */
    public boolean hasSettled(Connection connection, Observation observation) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(settled)) {
            statement.setString(1, observation.xid());
            statement.setString(2, observation.xid());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** Keeps an unsettled head until it has settled. One that is kept already stays: replaced, none would ever settle. */
    public void remember(Connection connection, Observation observation) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(remember)) {
            statement.setLong(1, observation.head());
            statement.setString(2, observation.xid());
            statement.setLong(3, groupId);
            statement.setLong(4, observation.head());
            statement.executeUpdate();
        }
    }
}
