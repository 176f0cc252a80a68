package io.quarkiverse.sqlstreams.deployment.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.test.SqlStreamsKit;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StrandedRowsTest {

    private static final String KEY = "UPDATE $s.exception_queue SET message_key = 'k' WHERE message_id IN ";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = Orders.application("kit_stranded");

    @Inject
    SqlStreamsKit kit;

    @Inject
    Rows rows;

    @BeforeEach
    void orders() {
        rows.of("orders", "billing");
        rows.clear();
        rows.messages(1, 9);
        rows.cursor(9, 9);
    }

    @Test
    void whatWillBeWorkedOnIsNotStranded() {
        rows.ready(1, 2, 0, "-1 hour");
        rows.ready(2, 4, 2, "1 hour");
        rows.ready(3, -1, 0, "0");
        rows.inflight(4, 3, "1 minute");
        rows.inflight(5, 3, "-1 second");
        rows.row(6, "dead", 3);
        rows.row(77, "dead", 3);
        rows.row(7, "deferred", -1);
        rows.sql(KEY + "(7, 1)");
        rows.row(8, "deferred", -1);
        rows.sql("UPDATE $s.exception_queue SET message_key = 'other' WHERE message_id = 8");
        rows.sql("UPDATE $s.message_log SET message_key = 'other' WHERE id = 9");
        rows.lease(8, 9, "statement_timestamp() + interval '29 s'");
        rows.lease(7, 8, "statement_timestamp() - interval '1 s'");
        assertThat(kit.stranded()).isEmpty();
        kit.assertNothingStranded();
    }

    @Test
    void readyRowsThatAreNeverClaimed() {
        rows.ready(1, 3, 0, "1 hour");
        rows.ready(2, 5, 2, "-1 hour");
        rows.ready(3, 1, 0, "0");
        rows.sql("UPDATE $s.exception_queue SET max_retries = 1 WHERE message_id = 3");
        rows.ready(4, 3, 0, "0");
        rows.sql("UPDATE $s.exception_queue SET max_retries = 9 WHERE message_id = 4");
        rows.ready(5, 0, 0, "0");
        rows.sql("UPDATE $s.exception_queue SET can_run_after = 'infinity' WHERE message_id = 5");
        assertThat(kit.stranded())
                .containsExactly(
                        "orders/billing message 1: ready 3/0, but only 3 retries are allowed: it is never claimed",
                        "orders/billing message 2: ready 5/2, but only 3 retries are allowed: it is never claimed",
                        "orders/billing message 3: ready 1/0, but only 1 retries are allowed: it is never claimed",
                        "orders/billing message 4: ready 3/0, but only 3 retries are allowed: it is never claimed",
                        "orders/billing message 5: ready 0/0, but it is never due");
    }

    @Test
    void rowsWithoutAMessageOrAGroup() {
        rows.ready(55, 0, 0, "1 hour");
        rows.inflight(56, 0, "1 minute");
        rows.row(57, "deferred", -1);
        rows.sql("INSERT INTO $s.exception_queue_$n (consumer_group_id, message_id, status, attempts, can_run_after)"
                + " VALUES (999, 1, 'ready', 0, now())");
        assertThat(kit.stranded())
                .containsExactly(
                        "orders/billing message 55: ready 0/0, but its message is gone",
                        "orders/billing message 56: inflight 0/0, but its message is gone",
                        "orders/billing message 57: deferred -1/0, but its message is gone",
                        "orders/group 999 message 1: ready 0/0, but its group is gone");
    }

    @Test
    void deferredRowsWhoseKeyNobodyHolds() {
        rows.row(1, "deferred", -1);
        rows.row(2, "deferred", -1);
        rows.row(3, "dead", 0);
        rows.sql(KEY + "(2, 3)");
        assertThat(kit.stranded())
                .containsExactly(
                        "orders/billing message 1: deferred -1/0, but nobody holds its key",
                        "orders/billing message 2: deferred -1/0, but nobody holds its key");
    }

    @Test
    void leasesThatNobodyTakesOverOrRenews() {
        rows.inflight(1, 2, "-1 hour");
        rows.lease(0, 2, "statement_timestamp() - interval '1 hour'");
        rows.lease(2, 4, "'-infinity'");
        rows.lease(4, 6, "statement_timestamp() + interval '10 s'");
        assertThat(kit.stranded().stream().map(line -> line.replaceAll("36\\d\\d\\.\\d", "N")))
                .containsExactly(
                        "orders/billing message 1: inflight 2/0, but its lease ran out N s ago and nobody took it over",
                        "orders/billing range (0, 2]: its lease ran out N s ago and nobody took it over",
                        "orders/billing range (2, 4]: it was handed back and nobody took it over",
                        "orders/billing range (4, 6]: its lease is open, but nobody renews it");
    }

    @Test
    void theAssertionWaitsForWhatIsBeingTakenOver() throws Exception {
        rows.lease(2, 4, "'-infinity'");
        CompletableFuture<Void> asserted = CompletableFuture.runAsync(kit::assertNothingStranded);
        assertThat(asserted).isNotDone();
        rows.sql("TRUNCATE $s.claim_lease");
        asserted.get();

        rows.lease(2, 4, "'-infinity'");
        assertThatThrownBy(kit::assertNothingStranded)
                .isInstanceOf(AssertionError.class)
                .hasMessage("Nobody will work on these again:\n"
                        + "orders/billing range (2, 4]: it was handed back and nobody took it over");
    }
}
