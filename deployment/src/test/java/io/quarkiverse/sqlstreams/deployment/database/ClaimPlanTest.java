package io.quarkiverse.sqlstreams.deployment.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.SchemaMigrate;
import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import io.quarkiverse.sqlstreams.runtime.store.ExceptionStore;
import io.quarkiverse.sqlstreams.runtime.store.FenceStore;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.LeaseStore;
import io.quarkiverse.sqlstreams.runtime.store.LogWrite;
import io.quarkiverse.sqlstreams.runtime.store.Probe;
import io.quarkiverse.sqlstreams.runtime.store.RangeLease;
import io.quarkiverse.sqlstreams.runtime.store.RangeStore;
import io.quarkiverse.sqlstreams.runtime.store.RowUpdate;
import io.quarkiverse.sqlstreams.runtime.store.RowWrite;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.SchemaMigrator;
import io.quarkiverse.sqlstreams.runtime.store.StreamInfo;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The very statements of a claim, as they are prepared after ten executions, among two hundred streams: each finds its
 * rows by the bounds of an index, in the tables of one stream.
 */
class ClaimPlanTest {

    private static final int STREAMS = 200;
    private static final int EXECUTIONS = 10;
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final AskedPolicy NOTHING_ASKED = new AskedPolicy(null, null, null, null, null);

    /** Pages. A scan of any of the large tables reads hundreds. */
    private static final int FEW = 40;

    private static final Pattern RELATION = Pattern.compile(
            "((?:Seq|Index|Index Only|Bitmap Heap|CTE|Function) Scan[a-zA-Z0-9_ ]*|Update|Insert|Delete)"
                    + " on (\\S+)");
    private static final Pattern BUFFERS = Pattern.compile("Buffers: shared( (?:(?:hit|read)=\\d+ ?)+)");

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Note.class))
            .overrideConfigKey("quarkus.log.category.\"io.quarkiverse.sqlstreams\".level", "WARN");

    @Inject
    AgroalDataSource dataSource;

    @Inject
    EntityManager entities;

    @Inject
    ExceptionRepository exceptions;

    @Inject
    CursorRepository cursors;

    private final Schema schema = new Schema("sqlstreams");
    private final GroupRef group = new GroupRef(new StreamInfo(100, "stream-100", LogMode.FAILURES), 3, "billing");

    @BeforeEach
    void fill() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            if (list(statement, "SELECT name FROM sqlstreams.stream_config").size() == STREAMS) {
                return;
            }
            new SchemaMigrator(dataSource, schema, 1_000_000)
                    .start(
                            SchemaMigrate.ALWAYS,
                            IntStream.rangeClosed(1, STREAMS)
                                    .mapToObj(stream -> "stream-" + stream)
                                    .toList());
            for (int id = 1; id <= 3; id++) {
                statement.execute("INSERT INTO sqlstreams.consumer_group_config (stream_id, name, max_retries,"
                        + " max_retries_ceiling, initial_backoff, base_delay, exponent, max_delay, jitter, timeout)"
                        + " VALUES (100, 'group-" + id + "', 3, 3, '5s', '1s', 2, '5 min', 0, '30s')");
                statement.execute("INSERT INTO sqlstreams.consumer_group_cursor_100 (consumer_group_id, claimed,"
                        + " committed, settled) VALUES (" + id + ", 30000, 20000, 30000)");
                statement.execute("INSERT INTO sqlstreams.claim_lease_100 (consumer_group_id, token, low, high,"
                        + " expires_at) SELECT " + id + ", gen_random_uuid(), i, i + 10, now() + interval '1 h'"
                        + " FROM generate_series(20000, 20090, 10) i");
                // Parked, inflight and dead rows, and then a few of each kind that a claim looks for.
                statement.execute("INSERT INTO sqlstreams.exception_queue_100 (consumer_group_id, message_id, status,"
                        + " attempts, can_run_after, lease_token, lease_expires_at) SELECT " + id + ", i,"
                        + " CASE WHEN i <= 15000 THEN 'ready' WHEN i <= 16000 THEN 'inflight' ELSE 'dead' END, 0,"
                        + " now() + interval '1 day', t, CASE WHEN t IS NOT NULL THEN now() + interval '1 h' END"
                        + " FROM generate_series(1, 19000) i,"
                        + " LATERAL (SELECT CASE WHEN i > 15000 AND i <= 16000 THEN gen_random_uuid() END) x (t)");
                statement.execute("INSERT INTO sqlstreams.exception_queue_100 (consumer_group_id, message_id, status,"
                        + " attempts, expiries, can_run_after, lease_token, lease_expires_at) SELECT " + id + ", i,"
                        + " CASE WHEN i <= 19010 THEN 'ready' ELSE 'inflight' END, 0,"
                        + " CASE WHEN i <= 19005 THEN 0 ELSE 1 END, now() - interval '1 min', t,"
                        + " CASE WHEN t IS NOT NULL THEN now() - interval '1 s' END"
                        + " FROM generate_series(19001, 19015) i,"
                        + " LATERAL (SELECT CASE WHEN i > 19010 THEN gen_random_uuid() END) x (t)");
            }
            statement.execute(
                    "INSERT INTO sqlstreams.message_log_100 (payload) SELECT '{}' FROM generate_series(1, 40000)");
            statement.execute("INSERT INTO sqlstreams.delivery_log_100 (consumer_group_id, message_id, attempt, status)"
                    + " SELECT 3, i, 0, 'failure' FROM generate_series(1, 20000) i");
            statement.execute("VACUUM ANALYZE sqlstreams.message_log_100, sqlstreams.delivery_log_100,"
                    + " sqlstreams.exception_queue_100, sqlstreams.consumer_group_cursor_100,"
                    + " sqlstreams.claim_lease_100, sqlstreams.consumer_group_config");
        }
    }

    @Test
    void theLocksOfAClaimAreFoundInOrderByTheBoundsOfAnIndex() {
        List<Plan> plans = QuarkusTransaction.requiringNew().call(() -> {
            for (int i = 0; i < EXECUTIONS; i++) {
                assertThat(exceptions.lockDue(100, 3, 10)).hasSize(5);
                assertThat(exceptions.lockSuspects(100, 3, 10)).hasSize(5);
                assertThat(exceptions.lockExpired(100, 3, 10)).hasSize(5);
                assertThat(cursors.lock(100, 3)).isNotNull();
                entities.clear();
            }
            return entities.unwrap(Session.class).doReturningWork(this::explain);
        });

        for (String expiries : List.of("expiries=0", "expiries>0")) {
            assertThat(only(plans, "for no key update", "status='ready'", expiries))
                    .contains("Subplans Removed: " + (STREAMS - 1))
                    .contains("Index Scan using exception_queue_100_ready on exception_queue_100")
                    .containsPattern("Index Cond: \\(\\(consumer_group_id = \\$2\\) AND \\(can_run_after <= ")
                    .doesNotContain("Sort");
        }
        assertThat(only(plans, "for no key update", "status='inflight'"))
                .contains("Subplans Removed: " + (STREAMS - 1))
                .contains("Index Scan using exception_queue_100_inflight on exception_queue_100")
                .containsPattern("Index Cond: \\(\\(consumer_group_id = \\$2\\) AND \\(lease_expires_at < ");
        assertThat(only(plans, "for no key update", "consumer_group_cursor"))
                .contains("Subplans Removed: " + (STREAMS - 1));
        for (Plan plan : plans) {
            assertStaysInItsStream(plan);
            if (plan.sql().contains("for no key update")) {
                assertThat(plan.buffers())
                        .as("pages read, with the locks that are written%n%s", plan)
                        .isLessThan(FEW);
            }
        }
    }

    @Test
    void aLookIsAFewPages() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            FenceStore fence = new FenceStore(schema, group);
            for (int i = 0; i < EXECUTIONS; i++) {
                Probe probe = fence.probe(connection);
                assertThat(probe.due()).isTrue();
                assertThat(probe.expiredRow()).isTrue();
                fence.hasSettled(connection, probe.fresh());
            }
            List<Plan> plans = explain(connection);
            connection.rollback();
            connection.setAutoCommit(true);

            String probe = only(plans, "SELECT c.claimed");
            assertThat(probe)
                    .as("the visible head")
                    .contains("Index Only Scan Backward using message_log_100_2000000_pkey")
                    .contains("Index Only Scan Backward using message_log_100_0_pkey")
                    .doesNotContain("Sort");
            assertThat(probe)
                    .as("what is due, and what ran out")
                    .contains("Index Only Scan using exception_queue_100_ready")
                    .containsPattern("Index Cond: .*can_run_after <= ")
                    .contains("Index Only Scan using exception_queue_100_inflight")
                    .containsPattern("Index Cond: .*lease_expires_at < ");
            for (Plan plan : plans) {
                assertStaysInItsStream(plan);
                assertThat(plan.buffers()).as("pages read%n%s", plan).isLessThan(FEW);
            }
        }
    }

    @Test
    void whatIsClaimedAndSettledIsFoundByItsKey() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < EXECUTIONS; i++) {
                claimAndSettle(connection);
            }
            List<Plan> plans = explain(connection);
            connection.rollback();
            connection.setAutoCommit(true);

            assertThat(only(plans, "candidates"))
                    .containsPattern("Index Scan using message_log_100_0_pkey .*\\s+"
                            + "Index Cond: \\(\\(stream_id = 100\\) AND \\(id > \\$1\\) AND \\(id <= \\$2\\)\\)")
                    .doesNotContain("Sort");
            List<Plan> ofRows = plans.stream()
                    .filter(plan ->
                            !plan.sql().startsWith("INSERT") && plan.sql().contains("exception_queue_100"))
                    .filter(plan -> !plan.sql().startsWith("SELECT c.claimed"))
                    .toList();
            assertThat(ofRows).hasSizeGreaterThan(6);
            assertThat(ofRows)
                    .allSatisfy(plan -> assertThat(plan.text())
                            .containsPattern(
                                    "Index Scan using exception_queue_100_pkey .*\\s+Index Cond: \\(\\(stream_id = 100\\)"
                                            + " AND \\(consumer_group_id = \\$\\d+\\) AND \\(message_id = "));
            assertThat(plans).hasSizeGreaterThan(20).allSatisfy(ClaimPlanTest::assertStaysInItsStream);
        }
    }

    private static void assertStaysInItsStream(Plan plan) {
        for (MatchResult relation : RELATION.matcher(plan.text()).results().toList()) {
            assertThat(relation.group(2))
                    .as("relations of%n%s", plan)
                    .matches("\\w+_100(_\\d+)?|(stream|consumer_group)_config|pg_\\w+|[a-z]");
            // The partitions to come are empty, and the others of these tables stay small.
            if (relation.group(2).matches("exception_queue_100|(message|delivery)_log_100_0")) {
                assertThat(relation.group(1)).as("scan of%n%s", plan).doesNotContain("Seq Scan");
            }
        }
    }

    private static String only(List<Plan> plans, String... fragments) {
        List<Plan> found = plans.stream()
                .filter(plan -> List.of(fragments).stream().allMatch(plan.sql()::contains))
                .toList();
        assertThat(found).as("statements with %s", List.of(fragments)).hasSize(1);
        return found.get(0).text();
    }

    /** Everything that claiming, running and settling send, in one transaction that is rolled back. */
    private void claimAndSettle(Connection connection) throws SQLException {
        FenceStore fence = new FenceStore(schema, group);
        RangeStore ranges = new RangeStore(schema, group);
        ExceptionStore rows = new ExceptionStore(schema, group);
        LeaseStore leases = new LeaseStore(schema, group);
        Savepoint before = connection.setSavepoint();
        Probe probe = fence.probe(connection);
        fence.hasSettled(connection, probe.fresh());
        fence.remember(connection, probe.fresh());
        UUID token = UUID.randomUUID();
        RangeLease range = ranges.claim(connection, probe.claimed(), 40_000, 100, 1 << 20, token, LEASE);
        leases.renewRanges(connection, List.of(token), List.of(range.low()), LEASE);
        ranges.settleInPart(
                connection,
                token,
                range.low() + 1,
                List.of(new RowWrite(
                        range.low() + 1, "ready", 0, 0, 0, LEASE, null, "failed", NOTHING_ASKED, null, null)),
                List.of(new LogWrite(range.low() + 1, 0, 0, "failure", "failed", null, LEASE, LEASE)),
                LEASE);
        ranges.settleInPart(connection, token, range.low() + 1, List.of(), List.of(), LEASE);
        ranges.release(connection, token);
        UUID next = UUID.randomUUID();
        assertThat(ranges.takeOver(connection, next, LEASE).messages()).hasSize(99);
        ranges.settle(connection, next, List.of(), List.of(), LEASE);

        List<Long> ids = List.of(19_001L, 19_002L, 19_003L);
        List<UUID> tokens = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
        rows.messages(connection, ids);
        rows.waited(connection, ids);
        assertThat(rows.claim(connection, ids, tokens, LEASE)).hasSize(3);
        assertThat(leases.renewRows(connection, tokens, ids, LEASE)).hasSize(3);
        assertThat(rows.update(
                        connection,
                        List.of(
                                new RowUpdate(19_001, tokens.get(0), null, 0, 0, null, null, null),
                                new RowUpdate(19_002, tokens.get(1), "ready", 1, 0, LEASE, null, "failed"))))
                .hasSize(2);
        assertThat(rows.expire(
                        connection, ids.subList(2, 3), tokens.subList(2, 3), List.of("ready"), List.of("failed")))
                .hasSize(1);
        rows.giveUp(connection, ids.subList(1, 2), List.of("failed"));
        rows.drop(connection, ids.subList(2, 3));
        connection.rollback(before);
    }

    /** A statement as it is prepared, and its generic plan; of a query with what it read. */
    private record Plan(String sql, String text) {

        int buffers() {
            assertThat(text).as("of a query that was run").contains("actual rows");
            Matcher buffers = BUFFERS.matcher(text);
            int sum = 0;
            // The first line counts what stands below it too; there is none if nothing was read.
            if (buffers.find()) {
                for (String number : buffers.group(1).split("\\D+")) {
                    sum += number.isEmpty() ? 0 : Integer.parseInt(number);
                }
            }
            return sum;
        }

        @Override
        public String toString() {
            return sql + '\n' + text;
        }
    }

    private List<Plan> explain(Connection connection) throws SQLException {
        List<Plan> plans = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL plan_cache_mode = force_generic_plan");
            List<String[]> prepared = new ArrayList<>();
            try (ResultSet row = statement.executeQuery("SELECT statement, format('%I', name),"
                    + " array_to_string(parameter_types, ';') FROM pg_prepared_statements WHERE NOT from_sql"
                    + " AND statement LIKE '%\"sqlstreams\".%' AND statement NOT LIKE '%stream_config%'")) {
                while (row.next()) {
                    prepared.add(new String[] {row.getString(1), row.getString(2), row.getString(3)});
                }
            }
            for (String[] each : prepared) {
                String analyze = each[0].startsWith("select")
                                || each[0].startsWith("SELECT c.claimed")
                                || each[0].startsWith("SELECT (pg_catalog.pg_snapshot_xmin")
                        ? "(ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) "
                        : "";
                List<String> lines =
                        list(statement, "EXPLAIN " + analyze + "EXECUTE " + each[1] + arguments(each[0], each[2]));
                plans.add(new Plan(each[0], String.join("\n", lines)));
            }
        }
        return plans;
    }

    /** A generic plan depends on no argument, but for the partition and what is read when it runs. */
    private static String arguments(String sql, String types) {
        List<String> arguments = new ArrayList<>();
        for (String type : types.split(";")) {
            arguments.add(
                    switch (type) {
                        case "bigint" -> sql.contains("stream_id=$1") && arguments.isEmpty() ? "100" : "3";
                        case "integer" -> sql.contains("offset $" + (arguments.size() + 1)) ? "0" : "10";
                        case "numeric" -> "1000000";
                        case "uuid" -> "'00000000-0000-0000-0000-000000000000'";
                        default -> type.endsWith("[]") ? "'{}'" : "'1'";
                    });
        }
        return "(" + String.join(", ", arguments) + ")";
    }

    private static List<String> list(Statement statement, String sql) throws SQLException {
        List<String> list = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                list.add(row.getString(1));
            }
        }
        return list;
    }
}
