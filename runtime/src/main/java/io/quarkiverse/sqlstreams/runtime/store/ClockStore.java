package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Moves the database's clock for what is due. Only the test kit does. */
public final class ClockStore {

    private static final String REAL_TIME = "SELECT pg_catalog.statement_timestamp()";

    private final Schema schema;

    public ClockStore(Schema schema) {
        this.schema = schema;
    }

    /**
     * Keeps everybody else from changing the clock until the transaction ends: two that replace a function at the same
     * moment fail, and one that adds to an offset must see the other's.
     */
    public void lock(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('sqlstreams:clock:' || ?, 0))")) {
            statement.setString(1, schema.name());
            statement.execute();
        }
    }

    /**
     * By how much the clock is ahead. It is read from the catalog: a call of the function could still be answered from
     * what this session had cached before it got the lock.
     */
    public Duration offset(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT coalesce(substring(p.prosrc from"
                + " 'interval ''(\\d+) microseconds''')::bigint, 0) FROM pg_catalog.pg_proc p"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace"
                + " WHERE n.nspname = ? AND p.proname = 'now' AND p.pronargs = 0")) {
            statement.setString(1, schema.name());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Sql.duration(row.getLong(1)) : Duration.ZERO;
            }
        }
    }

    /** Puts the clock ahead of real time, to the microsecond; by nothing: real time. */
    public void set(Connection connection, Duration offset) throws SQLException {
        long micros = Sql.micros(offset);
        String body = micros == 0 ? REAL_TIME : REAL_TIME + " + interval '" + micros + " microseconds'";
        // Replaced, not dropped: it keeps its comment, its owner, and what depends on it.
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE FUNCTION " + schema.qualified("now()") + " RETURNS timestamptz"
                    + " LANGUAGE sql STABLE PARALLEL SAFE AS $now$" + body + "$now$");
        }
    }
}
