package io.quarkiverse.sqlstreams.deployment.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfig;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfigRepository;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupCursor;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.DeliveryLogEntry;
import io.quarkiverse.sqlstreams.entity.DeliveryLogRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRow;
import io.quarkiverse.sqlstreams.entity.ExceptionStatus;
import io.quarkiverse.sqlstreams.entity.RunStatus;
import io.quarkiverse.sqlstreams.entity.StreamConfig;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkiverse.sqlstreams.runtime.SchemaMigrate;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.SchemaMigrator;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application that has no entity of its own and configures nothing. */
class EntitiesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest().withApplicationRoot(jar -> jar.addClasses(StatementLog.class));

    @Inject
    AgroalDataSource dataSource;

    @Inject
    StreamConfigRepository streams;

    @Inject
    ConsumerGroupConfigRepository groups;

    @Inject
    CursorRepository cursors;

    @Inject
    ExceptionRepository exceptions;

    @Inject
    DeliveryLogRepository log;

    @BeforeEach
    void rows() throws SQLException {
        new SchemaMigrator(dataSource, new Schema("sqlstreams"), 1_000).start(SchemaMigrate.ALWAYS, List.of("orders"));
        sql("TRUNCATE sqlstreams.exception_queue, sqlstreams.delivery_log, sqlstreams.consumer_group_cursor,"
                + " sqlstreams.stream_config, sqlstreams.consumer_group_config RESTART IDENTITY CASCADE");
        sql("INSERT INTO sqlstreams.stream_config (name, retention) VALUES ('orders', '90 days')");
        sql("INSERT INTO sqlstreams.consumer_group_config (stream_id, name, max_retries, max_retries_ceiling,"
                + " initial_backoff, base_delay, exponent, max_delay, jitter, timeout, paused_until)"
                + " VALUES (1, 'billing', 3, 3, '5s', '1.5s', 2, '5 min', 0.1, '30s', 'infinity')");
        sql("INSERT INTO sqlstreams.consumer_group_cursor (stream_id, consumer_group_id, claimed, committed, settled)"
                + " VALUES (1, 1, 7, 5, 9)");
        sql("INSERT INTO sqlstreams.exception_queue (stream_id, consumer_group_id, message_id, status, attempts,"
                + " can_run_after, lease_token, lease_expires_at) VALUES"
                + " (1, 1, 1, 'ready', 0, now() - interval '1 s', NULL, NULL),"
                + " (1, 1, 2, 'ready', 0, now() - interval '2 s', NULL, NULL),"
                + " (1, 1, 3, 'ready', 0, now() + interval '1 h', NULL, NULL),"
                + " (1, 1, 4, 'inflight', 0, now(), gen_random_uuid(), now() - interval '1 s'),"
                + " (1, 1, 5, 'inflight', 0, now(), gen_random_uuid(), now() + interval '1 h'),"
                + " (1, 1, 6, 'dead', 0, '9999-12-31 00:00Z', NULL, NULL)");
        sql(
                "INSERT INTO sqlstreams.delivery_log (stream_id, id, consumer_group_id, message_id, attempt, status, duration)"
                        + " VALUES (1, 1, 1, 6, 0, 'delayed', '1500 ms'), (1, 2, 1, 6, 1, 'failure', NULL)");
        StatementLog.STATEMENTS.clear();
    }

    @Test
    void locksDueRows() {
        QuarkusTransaction.requiringNew().run(() -> {
            List<ExceptionRow> first = exceptions.lockDue(1, 1, 1);
            assertThat(StatementLog.only())
                    .contains("er1_0.status='ready'")
                    .contains("er1_0.can_run_after<=cast(\"sqlstreams\".now() as timestamp(6) with time zone)")
                    .contains("order by er1_0.can_run_after,er1_0.message_id")
                    .endsWith("for no key update of er1_0 skip locked");
            assertThat(first).extracting(ExceptionRow::getMessageId).containsExactly(2L);
            QuarkusTransaction.requiringNew()
                    .run(() -> assertThat(exceptions.lockDue(1, 1, 10))
                            .extracting(ExceptionRow::getMessageId)
                            .containsExactly(1L));
        });
    }

    @Test
    void theClockIsABoundOfTheIndex() throws SQLException {
        QuarkusTransaction.requiringNew().run(() -> exceptions.lockDue(1, 1, 1));
        String sent = StatementLog.only();
        for (int parameter = 1; sent.contains("?"); parameter++) {
            sent = sent.replaceFirst("\\?", "\\$" + parameter);
        }
        StringBuilder plan = new StringBuilder();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
            statement.execute("SET plan_cache_mode = force_generic_plan");
            statement.execute("PREPARE claim AS " + sent);
            try (ResultSet line = statement.executeQuery("EXPLAIN EXECUTE claim (1, 1, 0, 1)")) {
                while (line.next()) {
                    plan.append(line.getString(1)).append('\n');
                }
            }
            statement.execute("DEALLOCATE claim");
            statement.execute("RESET ALL");
        }
        assertThat(plan.toString())
                .contains("exception_queue_1_ready")
                .containsPattern("Index Cond: .*can_run_after <= ");
    }

    @Test
    void locksExpiredRows() {
        QuarkusTransaction.requiringNew().run(() -> {
            List<ExceptionRow> expired = exceptions.lockExpired(1, 1, 10);
            assertThat(StatementLog.only())
                    .contains("er1_0.status='inflight'")
                    .contains("er1_0.lease_expires_at<pg_catalog.statement_timestamp()")
                    .endsWith("for no key update of er1_0 skip locked");
            assertThat(expired).extracting(ExceptionRow::getMessageId).containsExactly(4L);
            assertThat(expired.get(0).getLeaseToken()).isNotNull();
            QuarkusTransaction.requiringNew()
                    .run(() -> assertThat(exceptions.lockExpired(1, 1, 10)).isEmpty());
        });
    }

    @Test
    void locksTheCursor() {
        QuarkusTransaction.requiringNew().run(() -> {
            ConsumerGroupCursor cursor = cursors.lock(1, 1);
            assertThat(StatementLog.only()).contains(" for no key update").doesNotContain("skip locked");
            assertThat(cursor.getClaimed()).isEqualTo(7);
            assertThat(cursor.getCommitted()).isEqualTo(5);
            assertThat(cursor.getSettled()).isEqualTo(9);
            assertThat(cursors.lock(1, 2)).isNull();
        });
    }

    @Test
    void readsEveryTable() {
        QuarkusTransaction.requiringNew().run(() -> {
            StreamConfig stream = streams.findByName("orders").orElseThrow();
            assertThat(stream.getLogMode()).isEqualTo("failures");
            assertThat(stream.getRetention()).isEqualTo(Duration.ofDays(90));
            assertThat(stream.getDeadRetention()).isNull();

            ConsumerGroupConfig group =
                    groups.findByName(stream.getId(), "billing").orElseThrow();
            assertThat(group.getMaxRetries()).isEqualTo(3);
            assertThat(group.getBaseDelay()).isEqualTo(Duration.ofMillis(1500));
            assertThat(group.getMaxWaiting()).isNull();
            assertThat(group.getPausedUntil()).isAfter(Instant.parse("9999-12-31T00:00:00Z"));

            ExceptionRow dead = exceptions.find(1, 1, 6);
            assertThat(dead.getStatus()).isEqualTo(ExceptionStatus.DEAD);
            assertThat(dead.getCanRunAfter()).isEqualTo(Instant.parse("9999-12-31T00:00:00Z"));
            assertThat(exceptions.count("status = ?1", ExceptionStatus.READY)).isEqualTo(3);
            assertThat(exceptions.count("status = READY")).isEqualTo(3);

            List<DeliveryLogEntry> runs = log.listRuns(1, 1, 6);
            assertThat(runs)
                    .extracting(DeliveryLogEntry::getStatus)
                    .containsExactly(RunStatus.DELAYED, RunStatus.FAILURE);
            assertThat(runs.get(0).getDuration()).isEqualTo(Duration.ofMillis(1500));
        });
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
