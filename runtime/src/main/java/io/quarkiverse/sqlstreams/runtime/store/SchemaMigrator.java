package io.quarkiverse.sqlstreams.runtime.store;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.runtime.SchemaMigrate;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import javax.sql.DataSource;

/**
 * Brings the schema to this version and gives each declared stream its tables. Everything happens in transactions under
 * one advisory lock, so that any number of instances may start at once.
 */
public final class SchemaMigrator {

    /** The migrations, in order; the version is the place. A script that has been released is never changed. */
    private static final List<String> MIGRATIONS = List.of("V1__shared_tables.sql");

    private static final int ATTEMPTS = 10;
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private final DataSource dataSource;
    private final Schema schema;
    private final long partitionSize;

    public SchemaMigrator(DataSource dataSource, Schema schema, long partitionSize) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.partitionSize = partitionSize;
    }

    /** Does what the configuration says; with {@code NEVER} only the streams' tables are looked for. */
    public void start(SchemaMigrate mode, Collection<String> streams) throws SQLException {
        switch (mode) {
            case ALWAYS -> {
                inTransaction(this::migrate);
                for (String stream : streams) {
                    inTransaction(connection -> declare(connection, stream));
                }
            }
            case VALIDATE ->
                inTransaction(connection -> {
                    validateVersion(connection);
                    validateStreams(connection, streams);
                });
            case NEVER -> inTransaction(connection -> validateStreams(connection, streams));
        }
    }

    /** The SQL that {@link #start} would run on an empty database, for those who apply it by hand. */
    public String script(Collection<String> streams) {
        StringBuilder script = new StringBuilder();
        script.append("BEGIN;\nCREATE SCHEMA IF NOT EXISTS ")
                .append(schema.quoted())
                .append(";\n");
        script.append(versionTable()).append(";\n");
        for (int version = 1; version <= MIGRATIONS.size(); version++) {
            script.append(schema.fill(Sql.script(MIGRATIONS.get(version - 1))));
            script.append("INSERT INTO ")
                    .append(schema.qualified("schema_version"))
                    .append(" (version, script) VALUES (");
            script.append(version)
                    .append(", '")
                    .append(MIGRATIONS.get(version - 1))
                    .append("');\n");
        }
        for (String stream : streams) {
            script.append(family(stream)).append(";\n");
        }
        return script.append("COMMIT;\n").toString();
    }

    private void migrate(Connection connection) throws SQLException {
        if (!exists(connection, "SELECT FROM pg_catalog.pg_namespace WHERE nspname = ?", schema.name())) {
            execute(connection, "CREATE SCHEMA " + schema.quoted());
        }
        execute(connection, versionTable());
        int version = version(connection);
        if (version > MIGRATIONS.size()) {
            throw Errors.permanent(LOG.schemaIsNewer(schema.name(), version, MIGRATIONS.size()));
        }
        for (int next = version + 1; next <= MIGRATIONS.size(); next++) {
            String name = MIGRATIONS.get(next - 1);
            execute(connection, schema.fill(Sql.script(name)));
            try (PreparedStatement statement = connection.prepareStatement(
                    "INSERT INTO " + schema.qualified("schema_version") + " (version, script) VALUES (?, ?)")) {
                statement.setInt(1, next);
                statement.setString(2, name);
                statement.executeUpdate();
            }
            LOG.schemaMigrated(schema.name(), next);
        }
    }

    private String versionTable() {
        return "CREATE TABLE IF NOT EXISTS " + schema.qualified("schema_version")
                + " (version integer PRIMARY KEY, script text NOT NULL,"
                + " applied_at timestamptz NOT NULL DEFAULT pg_catalog.now())";
    }

    private int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT coalesce(max(version), 0) FROM " + schema.qualified("schema_version"))) {
            row.next();
            return row.getInt(1);
        }
    }

    private void validateVersion(Connection connection) throws SQLException {
        int version = exists(connection, "SELECT to_regclass(?) WHERE to_regclass(?) IS NOT NULL", "schema_version")
                ? version(connection)
                : 0;
        if (version != MIGRATIONS.size()) {
            throw Errors.permanent(LOG.schemaIsAtOtherVersion(schema.name(), version, MIGRATIONS.size()));
        }
    }

    private void validateStreams(Connection connection, Collection<String> streams) throws SQLException {
        for (String stream : streams) {
            if (!exists(connection, "SELECT to_regclass(?) WHERE to_regclass(?) IS NOT NULL", "stream_config")
                    || !exists(
                            connection,
                            "SELECT FROM " + schema.qualified("stream_config") + " s WHERE name = ? AND to_regclass('"
                                    + schema.qualified("message_log_").replace("'", "''") + "' || s.id) IS NOT NULL",
                            stream)) {
                throw Errors.permanent(LOG.streamHasNoTables(stream, schema.name()));
            }
        }
    }

    private boolean exists(Connection connection, String sql, String argument) throws SQLException {
        boolean table = sql.contains("to_regclass(?)");
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table ? schema.qualified(argument) : argument);
            if (table) {
                statement.setString(2, schema.qualified(argument));
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next();
            }
        }
    }

    private void declare(Connection connection, String stream) throws SQLException {
        if (!exists(connection, "SELECT FROM " + schema.qualified("stream_config") + " WHERE name = ?", stream)) {
            execute(connection, family(stream));
            LOG.streamDeclared(stream);
        }
    }

    /**
     * One statement that gives a stream its id and its tables. The parents are locked only against other schema changes:
     * each table is built aside and attached.
     */
    private String family(String stream) {
        String tables =
                schema.fill(Sql.script("family.sql")) + partitions("message_log", 1) + partitions("delivery_log", 1);
        return "DO $stream$ DECLARE stream bigint; BEGIN INSERT INTO " + schema.qualified("stream_config")
                + " (name) VALUES ('" + stream.replace("'", "''") + "') ON CONFLICT (name) DO NOTHING"
                + " RETURNING id INTO stream;\nIF stream IS NOT NULL THEN EXECUTE replace($family$" + tables
                + "$family$, '${id}', stream::text); END IF; END $stream$";
    }

    private String partitions(String table, long firstId) {
        StringBuilder sql = new StringBuilder();
        long from = firstId / partitionSize * partitionSize;
        for (int i = 0; i < PartitionMaintenance.AHEAD; i++) {
            sql.append(schema.fill(PartitionMaintenance.partition(table + "_${id}", from, from + partitionSize)));
            from += partitionSize;
        }
        return sql.toString();
    }

    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    private void inTransaction(Work work) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                try {
                    execute(
                            connection,
                            "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('sqlstreams:"
                                    + schema.name().replace("'", "''") + "', 0))");
                    // Attaching waits for nobody for long: a queue behind us would stop every reader.
                    execute(connection, "SET LOCAL lock_timeout = '2s'");
                    work.run(connection);
                    connection.commit();
                    return;
                } catch (SQLException e) {
                    connection.rollback();
                    if (!LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || attempt == ATTEMPTS) {
                        throw e;
                    }
                } catch (RuntimeException e) {
                    connection.rollback();
                    throw e;
                } finally {
                    connection.setAutoCommit(true);
                }
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }
}
