package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.SchemaMigrate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** However many instances start at once, and in whatever way the SQL is applied, there is one schema. */
class SchemaStartTest {

    private static final int INSTANCES = 8;
    private static final List<String> STREAMS = List.of("payments.requested", "payments.settled", "it's:a-name_1");

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    @Test
    void instancesThatStartAtOnceOnAnEmptyDatabaseMakeOneSchema() throws Exception {
        startAtOnce(STREAMS, STREAMS);

        String together = catalog(database.connect());
        String other = database.createDatabase();
        database.migrator(other).start(SchemaMigrate.ALWAYS, STREAMS);
        assertThat(together).isEqualTo(catalog(database.connect(other)));
        assertThat(database.numbers("SELECT version FROM " + database.schema().qualified("schema_version")))
                .containsExactly(1L);
    }

    @Test
    void instancesThatDeclareNewStreamsAtOnceMakeOneFamilyEach() throws Exception {
        database.migrator().start(SchemaMigrate.ALWAYS, List.of("payments.requested"));

        startAtOnce(STREAMS, List.of("it's:a-name_1", "payments.settled", "payments.requested"));

        assertThat(database.texts("SELECT name FROM " + database.schema().qualified("stream_config")))
                .containsExactlyInAnyOrderElementsOf(STREAMS);
        for (long id : database.numbers("SELECT id FROM " + database.schema().qualified("stream_config"))) {
            database.execute("INSERT INTO " + database.schema().family("message_log", id) + " (payload) VALUES ('{}')");
        }
        assertThat(database.numbers("SELECT count(*) FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent"
                        + " JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relkind IN ('r', 'p') AND p.oid = '"
                        + database.schema().qualified("message_log") + "'::regclass"))
                .containsExactly((long) STREAMS.size());
    }

    @Test
    void startingAgainChangesNothing() throws SQLException {
        database.migrator().start(SchemaMigrate.ALWAYS, STREAMS);
        String before = catalog(database.connect());
        long transactionId = database.nextTransactionId();

        database.migrator().start(SchemaMigrate.ALWAYS, STREAMS);

        assertThat(catalog(database.connect())).isEqualTo(before);
        assertThat(database.nextTransactionId()).as("nothing was written").isEqualTo(transactionId);
    }

    @Test
    void newStreamsDoNotWaitForOpenProducers() throws SQLException {
        SteppedProducer open = new SteppedProducer(database, database.stream("payments.requested"));
        open.begin();
        open.insert();

        database.migrator().start(SchemaMigrate.ALWAYS, STREAMS);

        open.commit();
        assertThat(database.numbers("SELECT count(*) FROM " + database.schema().qualified("stream_config")))
                .containsExactly(3L);
    }

    @Test
    void theScriptMakesWhatAStartMakes() throws SQLException {
        database.migrator().start(SchemaMigrate.ALWAYS, STREAMS);
        String byHand = database.createDatabase();
        Connection connection = database.connect(byHand);

        TestDatabase.execute(connection, database.migrator().script(STREAMS));

        assertThat(catalog(connection)).isEqualTo(catalog(database.connect()));
        database.migrator(byHand).start(SchemaMigrate.VALIDATE, STREAMS);
        database.migrator(byHand).start(SchemaMigrate.NEVER, STREAMS);
        String before = catalog(connection);
        database.migrator(byHand).start(SchemaMigrate.ALWAYS, STREAMS);
        assertThat(catalog(connection)).isEqualTo(before);
    }

    @Test
    void validateNamesTheStreamThatHasNoTables() throws SQLException {
        database.migrator().start(SchemaMigrate.ALWAYS, List.of("payments.requested"));

        database.migrator().start(SchemaMigrate.VALIDATE, List.of("payments.requested"));
        assertThatThrownBy(() -> database.migrator().start(SchemaMigrate.VALIDATE, STREAMS))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageContaining("payments.settled")
                .hasMessageContaining("SQL0");
    }

    @Test
    void neverNamesTheStreamThatHasNoTables() throws SQLException {
        assertThatThrownBy(() -> database.migrator().start(SchemaMigrate.NEVER, STREAMS))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageContaining("payments.requested");

        database.migrator().start(SchemaMigrate.ALWAYS, List.of("payments.requested"));
        assertThatThrownBy(() -> database.migrator().start(SchemaMigrate.NEVER, STREAMS))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageContaining("payments.settled");
        database.migrator().start(SchemaMigrate.NEVER, List.of());
    }

    @Test
    void validateAsksForTheVersion() throws SQLException {
        assertThatThrownBy(() -> database.migrator().start(SchemaMigrate.VALIDATE, List.of()))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageContaining(database.schema().name());
        assertThat(database.texts("SELECT nspname FROM pg_namespace WHERE nspname = '"
                        + database.schema().name() + "'"))
                .isEmpty();
    }

    @Test
    void aSchemaOfALaterVersionIsLeftAlone() throws SQLException {
        database.migrator().start(SchemaMigrate.ALWAYS, List.of());
        database.execute("INSERT INTO " + database.schema().qualified("schema_version")
                + " (version, script) VALUES (999, 'of the future')");

        for (SchemaMigrate mode : List.of(SchemaMigrate.ALWAYS, SchemaMigrate.VALIDATE)) {
            assertThatThrownBy(() -> database.migrator().start(mode, List.of("payments.requested")))
                    .isInstanceOf(SqlStreamsException.class)
                    .hasMessageContaining("999");
        }
    }

    @Test
    void timeZonesDoNotMatter() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        String elsewhere = database.createDatabase();
        database.execute("ALTER DATABASE " + elsewhere + " SET timezone = 'Asia/Kolkata'");
        Connection connection;
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("America/St_Johns"));
            database.migrator(elsewhere).start(SchemaMigrate.ALWAYS, STREAMS);
            connection = database.connect(elsewhere);
        } finally {
            TimeZone.setDefault(before);
        }
        database.migrator().start(SchemaMigrate.ALWAYS, STREAMS);
        assertThat(catalog(connection)).isEqualTo(catalog(database.connect()));
    }

    private void startAtOnce(List<String> streams, List<String> otherOrder) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(INSTANCES);
        try {
            CyclicBarrier ready = new CyclicBarrier(INSTANCES);
            List<Future<?>> starts = new ArrayList<>();
            for (int i = 0; i < INSTANCES; i++) {
                List<String> order = i % 2 == 0 ? streams : otherOrder;
                Callable<Void> start = () -> {
                    ready.await();
                    database.migrator().start(SchemaMigrate.ALWAYS, order);
                    return null;
                };
                starts.add(threads.submit(start));
            }
            for (Future<?> start : starts) {
                start.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Everything the schema consists of, but for what depends on when it was made. */
    private String catalog(Connection connection) throws SQLException {
        String schema = "(SELECT oid FROM pg_namespace WHERE nspname = '"
                + database.schema().name() + "')";
        List<String> objects = TestDatabase.texts(
                connection,
                "SELECT concat_ws(' ', 'relation', relkind, relname, reloptions, relispartition, pg_get_partkeydef(oid),"
                        + " pg_get_expr(relpartbound, oid), obj_description(oid, 'pg_class')) FROM pg_class"
                        + " WHERE relnamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'column', c.relname, attname, format_type(atttypid, atttypmod),"
                        + " attnotnull, attidentity, attnum, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, attnum))"
                        + " FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid AND relkind IN ('r', 'p')"
                        + " LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = attnum"
                        + " WHERE attnum > 0 AND relnamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisprimary, indisvalid)"
                        + " FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname,"
                        + " pg_get_constraintdef(oid), convalidated) FROM pg_constraint WHERE connamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'function', pg_get_functiondef(oid),"
                        + " obj_description(oid, 'pg_proc')) FROM pg_proc WHERE pronamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'sequence', seqrelid::regclass, seqstart, seqincrement,"
                        + " seqcache, format_type(seqtypid, NULL)) FROM pg_sequence JOIN pg_class c ON c.oid = seqrelid"
                        + " WHERE relnamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'owned', d.objid::regclass, d.refobjid::regclass, refobjsubid)"
                        + " FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND relkind = 'S'"
                        + " WHERE d.classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass"
                        + " AND relnamespace = " + schema
                        + " UNION ALL SELECT concat_ws(' ', 'stream', id, name, log_mode) FROM "
                        + database.schema().qualified("stream_config")
                        + " UNION ALL SELECT concat_ws(' ', 'version', version, script) FROM "
                        + database.schema().qualified("schema_version") + " ORDER BY 1");
        return String.join("\n", objects);
    }
}
