package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.SchemaMigrate;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.PGConnection;

/**
 * One server per JVM, a schema of its own per test, and connections that end with the test. A test that leaves a
 * prepared transaction or a session in a transaction of its own behind fails.
 */
final class TestDatabase implements BeforeEachCallback, AfterEachCallback {

    private static final String DATABASE = "postgres";
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final long partitionSize;
    private final List<Connection> open = new ArrayList<>();
    private final List<String> databases = new ArrayList<>();
    private Schema schema;
    private Connection connection;

    TestDatabase() {
        this(1_000_000);
    }

    TestDatabase(long partitionSize) {
        this.partitionSize = partitionSize;
    }

    private static final class Server {

        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_prepared_transactions", "10")
                        // It would draw transaction ids while a test counts them.
                        .setServerConfig("autovacuum", "off")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws SQLException {
        schema = new Schema("Test " + NAMES.incrementAndGet());
        connection = connect();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (Connection each : open) {
            if (each != connection) {
                each.close();
            }
        }
        try {
            assertThat(number("SELECT count(*) FROM pg_prepared_xacts"))
                    .as("prepared transactions left behind")
                    .isZero();
            // A backend goes a moment after its connection.
            await(() -> number("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'") == 0);
            execute("DROP SCHEMA IF EXISTS " + schema.quoted() + " CASCADE");
            for (String database : databases) {
                execute("DROP DATABASE " + database + " WITH (FORCE)");
            }
        } finally {
            connection.close();
            open.clear();
            databases.clear();
        }
    }

    DataSource dataSource() {
        return dataSource(DATABASE);
    }

    static DataSource dataSource(String database) {
        return Server.POSTGRES.getDatabase("postgres", database);
    }

    Schema schema() {
        return schema;
    }

    /** A connection that commits each statement; it is closed when the test ends. */
    Connection connect() throws SQLException {
        return connect(DATABASE);
    }

    Connection connect(String database) throws SQLException {
        Connection opened = dataSource(database).getConnection();
        open.add(opened);
        return opened;
    }

    /** A new, empty database of the same server. */
    String createDatabase() throws SQLException {
        return createDatabase("template0");
    }

    /** A copy of a database nobody is connected to, down to the numbers of its tables. */
    String createDatabase(String template) throws SQLException {
        String name = "database_" + NAMES.incrementAndGet();
        execute("CREATE DATABASE " + name + " TEMPLATE " + template);
        databases.add(name);
        return name;
    }

    SchemaMigrator migrator() {
        return migrator(DATABASE);
    }

    SchemaMigrator migrator(String database) {
        return new SchemaMigrator(dataSource(database), schema, partitionSize);
    }

    /** A declared stream. */
    StreamInfo stream(String name) throws SQLException {
        migrator().start(SchemaMigrate.ALWAYS, List.of(name));
        return new StreamInfo(
                number("SELECT id FROM " + schema.qualified("stream_config") + " WHERE name = '" + name + "'"),
                name,
                LogMode.FAILURES);
    }

    /** A declared group that has read nothing yet. */
    GroupRef group(StreamInfo stream, String name) throws SQLException {
        return group(connection, stream, name);
    }

    GroupRef group(Connection connection, StreamInfo stream, String name) throws SQLException {
        long id = number(
                connection,
                "INSERT INTO " + schema.qualified("consumer_group_config")
                        + " (stream_id, name, max_retries, max_retries_ceiling, initial_backoff, base_delay, exponent,"
                        + " max_delay, jitter, timeout) VALUES (" + stream.id() + ", '" + name
                        + "', 3, 3, '5s', '1s', 2, '5 min', 0, '30s') RETURNING id");
        execute(
                connection,
                "INSERT INTO " + schema.family("consumer_group_cursor", stream.id())
                        + " (consumer_group_id, claimed, committed, settled) VALUES (" + id + ", 0, 0, 0)");
        return new GroupRef(stream, id, name);
    }

    void execute(String sql) throws SQLException {
        execute(connection, sql);
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    long number(String sql) throws SQLException {
        return number(connection, sql);
    }

    static long number(Connection connection, String sql) throws SQLException {
        return numbers(connection, sql).get(0);
    }

    List<Long> numbers(String sql) throws SQLException {
        return numbers(connection, sql);
    }

    static List<Long> numbers(Connection connection, String sql) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        for (String text : texts(connection, sql)) {
            numbers.add(Long.valueOf(text));
        }
        return numbers;
    }

    /** The rows' first column. */
    List<String> texts(String sql) throws SQLException {
        return texts(connection, sql);
    }

    static List<String> texts(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            List<String> texts = new ArrayList<>();
            while (row.next()) {
                texts.add(row.getString(1));
            }
            return texts;
        }
    }

    /** The next transaction id that this server will give out, read without drawing one. */
    long nextTransactionId() throws SQLException {
        return number("SELECT pg_snapshot_xmax(pg_current_snapshot())::text");
    }

    /** Runs what will wait for a lock. */
    static <T> CompletableFuture<T> inBackground(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** Returns once a connection waits for another one's lock. */
    void awaitBlocked(Connection waiting) throws Exception {
        int pid = waiting.unwrap(PGConnection.class).getBackendPID();
        await(() -> number("SELECT cardinality(pg_blocking_pids(" + pid + "))") > 0);
    }

    /** Returns once the condition holds, and fails if it does not in time. */
    static void await(Callable<Boolean> condition) throws Exception {
        Instant deadline = Instant.now().plus(DEADLINE);
        while (!condition.call()) {
            assertThat(Instant.now()).as("waited too long").isBefore(deadline);
            Thread.onSpinWait();
        }
    }
}
