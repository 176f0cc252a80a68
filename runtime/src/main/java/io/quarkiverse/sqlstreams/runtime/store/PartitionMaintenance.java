package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Keeps partitions of the logs ahead of the ids drawn. A new one is built aside and attached, which blocks neither
 * readers nor writers.
 */
public final class PartitionMaintenance {

    /** How many partitions a new log begins with: the one in use and those ahead of it. */
    static final int AHEAD = 3;

    private final DataSource dataSource;
    private final Schema schema;
    private final long partitionSize;

    public PartitionMaintenance(DataSource dataSource, Schema schema, long partitionSize) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.partitionSize = partitionSize;
    }

    /** The script of one partition for the ids from {@code from} up to but not including {@code to}. */
    static String partition(String table, long from, long to) {
        return Sql.script("partition.sql")
                .replace("${table}", table)
                .replace("${from}", Long.toString(from))
                .replace("${to}", Long.toString(to));
    }

    /** Creates what is missing ahead of both logs of a stream. @return whether anything was */
    public boolean ensureAhead(StreamInfo stream) throws SQLException {
        return ensureAhead(stream, 0);
    }

    /** The same, with room for so many messages at least. */
    public boolean ensureAhead(StreamInfo stream, int messages) throws SQLException {
        return ensureAhead("message_log_" + stream.id(), messages) | ensureAhead("delivery_log_" + stream.id(), 0);
    }

    private boolean ensureAhead(String table, int ids) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            boolean missing = room(connection, table, ids).isMissing();
            if (missing) {
                create(connection, table, ids);
            }
            return missing;
        }
    }

    /** One instance at a time: what another one has made meanwhile, with whatever bounds, is seen under the lock. */
    private void create(Connection connection, String table, int ids) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute("SET LOCAL lock_timeout = '2s'");
            statement.execute("SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('sqlstreams:"
                    + schema.qualified(table).replace("'", "''") + "', 0))");
            for (Room room = room(connection, table, ids); room.isMissing(); room = room.next()) {
                statement.execute(schema.fill(partition(table, room.end, room.end + partitionSize)));
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private Room room(Connection connection, String table, int ids) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT (SELECT last_value FROM "
                        + schema.qualified(table + "_id_seq") + "),"
                        + " (SELECT max(substring(pg_catalog.pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''?(\\d+)')::bigint)"
                        + " FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid"
                        + " WHERE i.inhparent = '" + schema.qualified(table).replace("'", "''") + "'::regclass)");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Room(row.getLong(1), row.getLong(2), partitionSize, ids);
        }
    }

    /** The last id drawn, the first id without a partition, and how many ids are about to be drawn. */
    private record Room(long drawn, long end, long partitionSize, int ids) {

        boolean isMissing() {
            return end - drawn < Math.max((AHEAD - 1) * partitionSize, ids + partitionSize);
        }

        Room next() {
            return new Room(drawn, end + partitionSize, partitionSize, ids);
        }
    }
}
