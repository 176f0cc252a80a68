package io.quarkiverse.sqlstreams.deployment.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.TerminalException;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jboss.logging.MDC;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExecutionModelsTest {

    private static final List<String> GROUPS = List.of(
            "void",
            "uni-void",
            "uni-outcome",
            "stage",
            "future",
            "blocking-uni",
            "non-blocking",
            "virtual",
            "transactional");

    static final Map<String, String> THREADS = new ConcurrentHashMap<>();
    static final Map<String, Object> LOG_CONTEXTS = new ConcurrentHashMap<>();
    static final AtomicInteger DESTROYED = new AtomicInteger();
    static final CountDownLatch CANCELLED = new CountDownLatch(2);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Order.class, Handlers.class, Tally.class))
            .overrideConfigKey("quarkus.sqlstreams.defaults.jitter", "0")
            .overrideConfigKey("quarkus.sqlstreams.timeout-grace", "200ms");

    public record Order(String wish) {}

    @RequestScoped
    static class Tally {

        private int runs;

        int count() {
            return ++runs;
        }

        @PreDestroy
        void gone() {
            DESTROYED.incrementAndGet();
        }
    }

    @ApplicationScoped
    static class Handlers {

        @Inject
        Tally tally;

        @Inject
        MessageMeta injected;

        @Consume(stream = "orders", group = "void")
        void blocking(Order order, MessageMeta meta) {
            fulfil(order, meta);
        }

        @Consume(stream = "orders", group = "uni-void")
        Uni<Void> uniVoid(Order order, MessageMeta meta) {
            return Uni.createFrom()
                    .voidItem()
                    .onItem()
                    .delayIt()
                    .by(Duration.ofMillis(1))
                    .invoke(() -> fulfil(order, meta));
        }

        @Consume(stream = "orders", group = "uni-outcome")
        Uni<Outcome> uniOutcome(MessageMeta meta, Order order) {
            note(meta);
            return Uni.createFrom().item(() -> outcome(order));
        }

        @Consume(stream = "orders", group = "stage")
        CompletionStage<Outcome> stage(Order order, MessageMeta meta) {
            note(meta);
            return CompletableFuture.supplyAsync(() -> outcome(order));
        }

        @Consume(stream = "orders", group = "future")
        CompletableFuture<Void> future(Order order, MessageMeta meta) {
            return CompletableFuture.runAsync(() -> {}).thenRun(() -> fulfil(order, meta));
        }

        @Blocking
        @Consume(stream = "orders", group = "blocking-uni")
        Uni<Void> blockingUni(Order order, MessageMeta meta) {
            fulfil(order, meta);
            return Uni.createFrom().voidItem();
        }

        @NonBlocking
        @Consume(stream = "orders", group = "non-blocking")
        void nonBlocking(Order order, MessageMeta meta) {
            fulfil(order, meta);
        }

        @RunOnVirtualThread
        @Consume(stream = "orders", group = "virtual")
        void virtual(Order order, MessageMeta meta) {
            fulfil(order, meta);
        }

        @Transactional
        @Consume(stream = "orders", group = "transactional")
        void transactional(Order order, MessageMeta meta) {
            fulfil(order, meta);
        }

        @Consume(stream = "slow", group = "uni", timeout = "100ms", maxRetries = 0)
        Uni<Void> never(Order order) {
            return Uni.createFrom().<Void>nothing().onCancellation().invoke(CANCELLED::countDown);
        }

        @Consume(stream = "slow", group = "thread", timeout = "100ms", maxRetries = 0)
        void sleepy(Order order) throws InterruptedException {
            try {
                new CountDownLatch(1).await();
            } finally {
                CANCELLED.countDown();
            }
        }

        private void fulfil(Order order, MessageMeta meta) {
            note(meta);
            switch (order.wish()) {
                case "fail" -> throw new IllegalStateException("out of stock");
                case "die" -> throw new TerminalException("never again");
                case "wait" -> throw new DelayException(Duration.ofHours(1));
                default -> {}
            }
        }

        private static Outcome outcome(Order order) {
            return switch (order.wish()) {
                case "fail" -> Outcome.retry(new IllegalStateException("out of stock"));
                case "die" -> Outcome.terminal("never again");
                case "wait" -> Outcome.delay(Duration.ofHours(1));
                default -> Outcome.success();
            };
        }

        private void note(MessageMeta meta) {
            THREADS.put(meta.group(), Thread.currentThread().getName());
            if (Arc.container().requestContext().isActive()) {
                assertThat(tally.count()).isEqualTo(1);
                assertThat(injected.messageId()).isEqualTo(meta.messageId());
                Object logged = MDC.get("sqlstreams.messageId");
                if (logged != null) {
                    LOG_CONTEXTS.put(meta.group() + '/' + logged, MDC.get("sqlstreams.attempt"));
                }
            }
            if (meta.group().equals("non-blocking")) {
                assertThat(Context.isOnEventLoopThread()).isTrue();
            }
        }
    }

    @Inject
    DataSource dataSource;

    @Test
    void everySignatureComesToTheSameRows() throws Exception {
        execute("INSERT INTO sqlstreams.message_log (stream_id, id, payload) SELECT id, n, json_build_object('wish',"
                + " (ARRAY['nothing', 'fail', 'die', 'wait'])[n]) FROM sqlstreams.stream_config,"
                + " generate_series(1, 4) n WHERE name = 'orders'");

        for (String group : GROUPS) {
            await(group)
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(rows(group))
                            .containsExactly(
                                    "2 ready 0/0 java.lang.IllegalStateException: out of stock",
                                    "3 dead 0/0 delivery cannot succeed [SQL0055]: never again",
                                    "4 ready 0/1 could not complete the delivery yet, the handler asked to run it later: delay"
                                            + " 1h0m0s [SQL0054]"));
        }
        assertThat(THREADS.get("void")).startsWith("executor-thread");
        assertThat(THREADS.get("transactional")).startsWith("executor-thread");
        assertThat(THREADS.get("blocking-uni")).startsWith("executor-thread");
        assertThat(THREADS.get("uni-outcome")).contains("eventloop");
        assertThat(THREADS.get("non-blocking")).contains("eventloop");
        assertThat(LOG_CONTEXTS).containsEntry("void/2", "0").containsEntry("uni-outcome/4", "0");
        // Where the context is propagated, each run had a request of its own, which is gone.
        await().atMost(Duration.ofSeconds(5)).until(() -> DESTROYED.get() >= 4 * (GROUPS.size() - 2));
    }

    @Test
    void whatTakesTooLongIsCancelled() throws Exception {
        execute("INSERT INTO sqlstreams.message_log (stream_id, id, payload)"
                + " SELECT id, 1, '{\"wish\":\"nothing\"}' FROM sqlstreams.stream_config WHERE name = 'slow'");

        assertThat(CANCELLED.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            assertThat(rows("uni"))
                    .singleElement()
                    .asString()
                    .startsWith("1 dead 0/0 the run was cancelled at its timeout of 100ms [SQL0057]");
            assertThat(rows("thread"))
                    .singleElement()
                    .asString()
                    .startsWith("1 dead 0/0 the run was cancelled at its timeout of 100ms [SQL0057];"
                            + " java.lang.InterruptedException");
        });
    }

    private List<String> rows(String group) throws Exception {
        List<String> found = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT message_id || ' ' || status || ' ' || attempts || '/'"
                        + " || delays || ' ' || last_error FROM sqlstreams.exception_queue q"
                        + " JOIN sqlstreams.consumer_group_config g ON g.id = q.consumer_group_id WHERE g.name = '"
                        + group + "' ORDER BY message_id")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
