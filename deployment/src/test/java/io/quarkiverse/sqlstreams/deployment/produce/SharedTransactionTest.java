package io.quarkiverse.sqlstreams.deployment.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkiverse.sqlstreams.runtime.produce.Productions;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls at the same time, without a transaction of their own. */
class SharedTransactionTest {

    private static final String BAD = "\"bad 4111-1111\"";
    private static final String SECRET = "4111-1111";
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Log.class, Shop.class))
            .setLogRecordPredicate(entry -> entry.getLevel().intValue() >= Level.INFO.intValue())
            .assertLogRecords(entries -> assertThat(entries)
                    .extracting(new PatternFormatter("%s%e")::format)
                    .noneMatch(line -> line.contains(SECRET)));

    @Singleton
    static class Shop {

        @Inject
        @Stream("orders")
        Producer<String> orders;

        @Inject
        @Stream("orders")
        Producer<String> sameOrders;

        @Inject
        @Stream("checked")
        Producer<String> checked;

        @Inject
        @Stream("dying")
        Producer<String> dying;
    }

    @Inject
    Shop shop;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    Productions productions;

    private Log log;

    @BeforeEach
    void empty() throws SQLException {
        log = new Log(dataSource);
        log.execute("orders", "TRUNCATE $log");
    }

    /** One call on a thread of its own. */
    private static final class Call {

        final CompletableFuture<Produced> result = new CompletableFuture<>();
        final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        final Thread thread;

        Call(Callable<Produced> call) {
            thread = new Thread(() -> {
                try {
                    result.complete(call.call());
                } catch (Throwable e) {
                    result.completeExceptionally(e);
                }
                interrupted.complete(Thread.currentThread().isInterrupted());
            });
            thread.start();
        }

        Produced get() throws Exception {
            return result.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
        }

        SqlStreamsException failure() throws Exception {
            try {
                throw new AssertionError("produced " + get());
            } catch (ExecutionException e) {
                return (SqlStreamsException) e.getCause();
            }
        }
    }

    @Test
    void callersShareTransactions() throws Exception {
        List<Call> calls = new ArrayList<>();
        List<CompletionStage<Produced>> async = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            lock(connection, "orders");
            for (int i = 0; i < 64; i++) {
                String payload = "sync " + i;
                Producer<String> producer = i % 2 == 0 ? shop.orders : shop.sameOrders;
                calls.add(new Call(() -> producer.produce(payload)));
            }
            until(() -> waitingBackends() == 2 && waitingThreads(calls) == 62);
            for (int i = 0; i < 8; i++) {
                async.add(shop.orders.produceAsync("async " + i));
            }
            for (Call call : calls) {
                call.thread.interrupt();
            }
            unlock(connection);
        }
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            ids.add(calls.get(i).get().id() + ":\"sync " + i + '"');
            assertThat(calls.get(i).interrupted.get(30, TimeUnit.SECONDS))
                    .as("the interrupt is still there")
                    .isTrue();
        }
        for (int i = 0; i < 8; i++) {
            ids.add(async.get(i).toCompletableFuture().get(30, TimeUnit.SECONDS).id() + ":\"async " + i + '"');
        }
        assertThat(log.column("orders", "SELECT id || ':' || payload FROM $log"))
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(Integer.parseInt(log.value("orders", "SELECT count(DISTINCT xmin::text) FROM $log")))
                .as("transactions: the two that waited, and those that took the rest")
                .isBetween(3, 6);
    }

    @Test
    void oneCallThatFailsFailsNoOther() throws Exception {
        log.execute("checked", "ALTER TABLE $log ADD CONSTRAINT not_bad CHECK (payload::text <> '" + BAD + "')");
        List<Call> calls = new ArrayList<>();
        try (Connection connection = dataSource.getConnection()) {
            lock(connection, "checked");
            for (int i = 0; i < 20; i++) {
                String payload = i == 10 ? BAD.replace("\"", "") : "good " + i;
                calls.add(new Call(() -> shop.checked.produce(payload)));
            }
            until(() -> waitingBackends() == 2 && waitingThreads(calls) == 18);
            unlock(connection);
        }
        SqlStreamsException failure = calls.remove(10).failure();
        assertThat(failure.recovery()).isEqualTo(Recovery.TRANSIENT);
        assertThat(failure).hasMessageStartingWith("SQL0028").hasStackTraceContaining("not_bad");
        assertThat(failure.getCause())
                .isInstanceOfSatisfying(
                        SQLException.class,
                        cause -> assertThat(cause.getSQLState()).isEqualTo("23514"));
        assertThat(stackTrace(failure)).doesNotContain(SECRET);
        for (Call call : calls) {
            call.get();
        }
        assertThat(log.count("checked")).isEqualTo(19);
        assertThat(productions.of("checked").stored()).isEqualTo(19);
        assertThat(productions.of("checked").failed()).isEqualTo(1);
    }

    @Test
    void aLostCommitIsUnknown() throws Exception {
        log.execute(
                "dying",
                "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS"
                        + " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';"
                        + " CREATE CONSTRAINT TRIGGER die AFTER INSERT ON $log DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION die()");
        SqlStreamsException failure = new Call(() -> shop.dying.produce("a")).failure();
        assertThat(failure).hasMessageStartingWith("SQL0029");
        assertThat(failure.recovery()).isEqualTo(Recovery.TRANSIENT);
        log.execute("dying", "DROP TRIGGER die ON $log");
        // Dead connections are not given out again, and what broke before the COMMIT is tried once more.
        shop.dying.produce("b");
        assertThat(log.column("dying", "SELECT payload FROM $log")).containsExactly("\"b\"");
    }

    @Test
    void aConnectionThatBrokeBeforeTheCommitIsReplaced() throws Exception {
        Call call;
        try (Connection connection = dataSource.getConnection()) {
            lock(connection, "orders");
            call = new Call(() -> shop.orders.produce("a"));
            until(() -> waitingBackends() == 1);
            log.value(
                    "orders",
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
            unlock(connection);
        }
        long id = call.get().id();
        assertThat(log.column("orders", "SELECT id FROM $log")).containsExactly(Long.toString(id));
    }

    @Test
    void nothingIsLeftOpen() throws Exception {
        assertThat(log.value("orders", "SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'"))
                .isEqualTo("0");
    }

    private static String stackTrace(Throwable failure) {
        java.io.StringWriter text = new java.io.StringWriter();
        failure.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    private static void lock(Connection connection, String stream) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(Log.named(connection, stream, "LOCK TABLE $log IN SHARE MODE"));
        }
    }

    private static void unlock(Connection connection) throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    private int waitingBackends() throws SQLException {
        return Integer.parseInt(
                log.value("orders", "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));
    }

    private static int waitingThreads(List<Call> calls) {
        int waiting = 0;
        for (Call call : calls) {
            if (call.thread.getState() == Thread.State.WAITING) {
                waiting++;
            }
        }
        return waiting;
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("the condition is met in time").isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
