package io.quarkiverse.sqlstreams.deployment.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkiverse.sqlstreams.runtime.produce.Productions;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With a JTA transaction around. */
class ProduceTransactionTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Log.class, Shop.class))
            .overrideConfigKey("quarkus.sqlstreams.schema.partition-size", "100");

    @Singleton
    static class Shop {

        @Inject
        @Stream("orders")
        Producer<String> orders;

        @Inject
        @Stream("partitions")
        Producer<String> partitions;

        @Transactional
        void commits() {
            orders.produce("committed");
        }

        @Transactional
        void rollsBack() {
            orders.produce("rolled back");
            orders.produceAll(List.of("rolled back", "too"));
            throw new IllegalStateException("no");
        }

        @Transactional
        void elsewhere() throws Exception {
            orders.produceAsync("async").toCompletableFuture().get(30, TimeUnit.SECONDS);
            CompletableFuture.runAsync(() -> orders.produce("other thread")).get(30, TimeUnit.SECONDS);
            throw new IllegalStateException("no");
        }
    }

    @Inject
    Shop shop;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    TransactionManager transactions;

    @Inject
    Productions productions;

    private Log log;

    @BeforeEach
    void empty() throws SQLException {
        log = new Log(dataSource);
        log.execute("orders", "TRUNCATE $log");
    }

    @Test
    void committedIsExactlyOne() throws SQLException {
        long before = productions.of("orders").stored();
        shop.commits();
        assertThat(payloads()).containsExactly("\"committed\"");
        assertThat(productions.of("orders").stored()).isEqualTo(before + 1);
    }

    @Test
    void rolledBackLeavesNothing() throws SQLException {
        long before = productions.of("orders").stored();
        assertThatThrownBy(shop::rollsBack).hasMessage("no");
        assertThat(payloads()).isEmpty();
        assertThat(productions.of("orders").stored()).isEqualTo(before);
    }

    @Test
    void threadsWithoutTheTransactionHaveTheirOwn() throws SQLException {
        assertThatThrownBy(shop::elsewhere).hasMessage("no");
        assertThat(payloads()).containsExactly("\"async\"", "\"other thread\"");
    }

    @Test
    void aTransactionThatCannotCommitTakesNothing() throws Exception {
        transactions.begin();
        transactions.setRollbackOnly();
        assertThatThrownBy(() -> shop.orders.produce("a"))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageStartingWith("SQL0031");
        transactions.rollback();
        assertThat(payloads()).isEmpty();
        shop.orders.produce("b");
        assertThat(payloads()).containsExactly("\"b\"");
    }

    /** The connections that the pool gives out then would be outside of it. */
    @Test
    void aTransactionThatHasTimedOutTakesNothing() throws Exception {
        transactions.setTransactionTimeout(1);
        transactions.begin();
        try {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (transactions.getStatus() == Status.STATUS_ACTIVE) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                LockSupport.parkNanos(1_000_000);
            }
            assertThatThrownBy(() -> shop.orders.produce("late"))
                    .isInstanceOf(SqlStreamsException.class)
                    .hasMessageStartingWith("SQL0031");
        } finally {
            transactions.rollback();
            transactions.setTransactionTimeout(0);
        }
        assertThat(payloads()).isEmpty();
    }

    @Test
    void whatIsRefusedDoesNotSpoilTheTransaction() throws SQLException {
        QuarkusTransaction.requiringNew().run(() -> {
            shop.orders.produce("a");
            assertThatThrownBy(() -> shop.orders.produceAll(List.of("b", "\u0000")))
                    .hasMessageStartingWith("SQL0020");
            shop.orders.produce("c");
        });
        assertThat(payloads()).containsExactly("\"a\"", "\"c\"");
    }

    @Test
    void missingPartitionsAreAddedForTheNextTransaction() throws SQLException {
        List<String> payloads = Collections.nCopies(500, "a");
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> shop.partitions.produceAll(payloads)))
                .isInstanceOfSatisfying(
                        SqlStreamsException.class,
                        failure -> assertThat(failure.recovery()).isEqualTo(Recovery.TRANSIENT))
                .hasMessageStartingWith("SQL0032");
        assertThat(log.count("partitions")).isZero();
        QuarkusTransaction.requiringNew().run(() -> shop.partitions.produceAll(payloads));
        assertThat(log.count("partitions")).isEqualTo(500);
        shop.partitions.produceAll(Collections.nCopies(3_000, "b"));
        assertThat(log.count("partitions")).isEqualTo(3_500);
    }

    private List<String> payloads() throws SQLException {
        return log.column("orders", "SELECT payload FROM $log ORDER BY id");
    }
}
