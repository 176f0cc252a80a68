package io.quarkiverse.sqlstreams.deployment.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.test.DeliverySnapshot;
import io.quarkiverse.sqlstreams.test.SqlStreamsClock;
import io.quarkiverse.sqlstreams.test.SqlStreamsKit;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KitLooksAtDeliveriesTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = Orders.application("kit_deliveries");

    @Inject
    SqlStreamsKit kit;

    @Inject
    SqlStreamsClock clock;

    @Inject
    Rows rows;

    @BeforeEach
    void orders() {
        clock.reset();
        rows.of("orders", "billing");
        rows.clear();
    }

    @Test
    void tellsHowAMessageStands() {
        rows.messages(1, 9);
        rows.cursor(6, 4);
        rows.lease(4, 6, "statement_timestamp() + interval '1 minute'");
        rows.ready(1, 1, 1, "1 hour");
        rows.run(1, 0, "delayed", 0);
        rows.run(1, 1, "failure", 2);
        rows.row(2, "dead", 3);
        rows.inflight(3, 0, "1 minute");

        DeliverySnapshot ready = kit.delivery("orders", "billing", 1);
        assertThat(ready.status()).isEqualTo("ready");
        assertThat(ready.attempts()).isEqualTo(1);
        assertThat(ready.delays()).isEqualTo(1);
        assertThat(ready.dueIn()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(ready.lastError()).isEqualTo("it failed");
        assertThat(ready.done()).isFalse();
        assertThat(ready.runs())
                .containsExactly(
                        new DeliverySnapshot.Run(0, "delayed", "no", 0),
                        new DeliverySnapshot.Run(1, "failure", "no", 2));
        assertThat(ready.toString())
                .matches("orders/billing message 1 is ready 1/1, due in 59m5\\d(\\.\\d+)?s, last error: it failed,"
                        + " runs: \\(0,delayed\\) \\(1,failure\\)");
        clock.advance(Duration.ofHours(2));
        assertThat(kit.delivery("orders", "billing", 1).dueIn()).isNegative();

        kit.assertThat("orders", "billing", 1).isReady(1, 1).hasRuns("delayed", "failure");
        kit.assertThat("orders", "billing", 2).isDead(3, 0).hasRuns();
        assertThat(kit.delivery("orders", "billing", 3).status()).isEqualTo("inflight");
        kit.assertThat("orders", "billing", 4).isDone().hasRuns();
        assertThatThrownBy(() -> kit.assertThat("orders", "billing", 1).isDead(1, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("expected dead 1/1, but orders/billing message 1 is ready 1/1, due in -");
        assertThatThrownBy(() -> kit.assertThat("orders", "billing", 4).isReady(-1, 0))
                .hasMessage("expected ready -1/0, but orders/billing message 4 is done");
        assertThatThrownBy(() -> kit.assertThat("orders", "billing", 2).hasRuns("failure"))
                .hasMessageContaining("expected to have the runs [failure], but");
        for (long unfinished : new long[] {5, 6, 7}) {
            DeliverySnapshot none = kit.delivery("orders", "billing", unfinished);
            assertThat(none.status()).isEqualTo("none");
            assertThat(none.attempts()).isEqualTo(-1);
            assertThat(none.dueIn()).isNull();
            assertThatThrownBy(() ->
                            kit.assertThat("orders", "billing", unfinished).isDone())
                    .hasMessageEndingWith("message " + unfinished + " has not ended its first run");
        }
        assertThatThrownBy(() -> kit.delivery("orders", "bills", 1))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageStartingWith("SQL0082")
                .hasMessageContaining("'bills' of a stream 'orders'");
    }

    @Test
    void letsLeasesRunOut() {
        rows.lease(0, 2, "statement_timestamp() + interval '1 minute'");
        rows.lease(2, 3, "'-infinity'");
        rows.lease(3, 4, "statement_timestamp() - interval '1 hour'");
        rows.inflight(5, 0, "1 minute");
        rows.inflight(6, 0, "-1 hour");
        rows.ready(7, 0, 0, "1 minute");
        clock.advance(Duration.ofDays(1));
        rows.of("orders", "shipping");
        rows.lease(0, 9, "statement_timestamp() + interval '1 minute'");

        assertThat(kit.expireLeases("orders", "billing")).isEqualTo(2);
        assertThat(kit.expireLeases("orders", "billing")).isZero();
        assertThat(rows.one("SELECT count(*) FROM $s.claim_lease WHERE expires_at < statement_timestamp()"))
                .isEqualTo("3");
        assertThat(rows.one("SELECT count(*) FROM $s.claim_lease WHERE expires_at = '-infinity'"))
                .isEqualTo("1");
        assertThat(rows.one("SELECT count(*) FROM $s.exception_queue WHERE status = 'inflight'"
                        + " AND lease_expires_at < statement_timestamp()"))
                .isEqualTo("2");
    }

    @Test
    void waitsUntilNothingIsLeftToDoNow() throws Exception {
        kit.drain("orders", "billing", Duration.ZERO);
        kit.drain();

        rows.messages(1, 3);
        assertLeft("head 3, claimed 0, committed 0, open ranges 0, inflight 0, due 0");
        rows.cursor(3, 3);
        rows.lease(2, 3, "statement_timestamp() + interval '1 minute'");
        rows.inflight(2, 0, "1 minute");
        rows.ready(1, 0, 0, "1 hour");
        assertLeft("head 3, claimed 3, committed 3, open ranges 1, inflight 1, due 0");
        rows.sql("TRUNCATE $s.claim_lease");
        rows.sql("DELETE FROM $s.exception_queue WHERE status = 'inflight'");
        kit.drain("orders", "billing", SHORT);
        clock.advance(Duration.ofHours(1));
        rows.sql("UPDATE $s.consumer_group_config SET paused_until = 'infinity', budget_lowered = true WHERE id = $g");
        assertLeft("it is paused; its retries were lowered and its rows not looked at since; head 3, claimed 3,"
                + " committed 3, open ranges 0, inflight 0, due 1");

        CompletableFuture<Void> drained = CompletableFuture.runAsync(() -> kit.drain("orders", "billing"));
        assertThat(drained).isNotDone();
        rows.sql("UPDATE $s.consumer_group_config SET paused_until = NULL, budget_lowered = false");
        rows.sql("DELETE FROM $s.exception_queue");
        drained.get();
        kit.drain("orders", "billing", Duration.ZERO);
    }

    @Test
    void seesOnlyWhatIsCommitted() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    rows.messages(1, 1);
                    kit.drain("orders", "billing", Duration.ZERO);
                    throw new IllegalStateException("given up");
                }))
                .hasMessage("given up");
    }

    @Test
    void anInterruptEndsTheWait() {
        rows.messages(1, 1);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> kit.drain("orders", "billing"))
                    .isInstanceOf(SqlStreamsException.class)
                    .hasMessageStartingWith("SQL0085");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    private void assertLeft(String left) {
        assertThatThrownBy(() -> kit.drain("orders", "billing", SHORT))
                .isInstanceOfSatisfying(SqlStreamsException.class, error -> {
                    assertThat(error.code()).isEqualTo("SQL0084");
                    assertThat(error)
                            .hasMessageContaining("'billing' of stream 'orders' still has work after 50ms: " + left);
                });
    }
}
