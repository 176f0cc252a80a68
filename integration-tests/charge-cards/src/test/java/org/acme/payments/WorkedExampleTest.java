package org.acme.payments;

import static org.acme.payments.WorkedExample.DELAYED;
import static org.acme.payments.WorkedExample.GROUP;
import static org.acme.payments.WorkedExample.RUNS_OF_44;
import static org.acme.payments.WorkedExample.STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.test.DeliverySnapshot;
import io.quarkiverse.sqlstreams.test.SqlStreamsClock;
import io.quarkiverse.sqlstreams.test.SqlStreamsKit;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Message ids, counters, due times, texts and queries of the worked example, word for word. */
@QuarkusTest
@TestProfile(WorkedExampleTest.OwnDatabase.class)
class WorkedExampleTest {

    private static final String DELAY_TEXT =
            "could not complete the delivery yet, the handler asked to run it later: delay 6h0m0s [SQL0054]";

    public static class OwnDatabase implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "quarkus.datasource.devservices.db-name",
                    "worked_example",
                    // So long that no state that is looked at goes by on its own; the first wait stays 5 s.
                    "quarkus.sqlstreams.streams.\"payments.requested\".groups.\"charge-cards\".base-delay",
                    "1h",
                    "quarkus.sqlstreams.streams.\"payments.requested\".groups.\"charge-cards\".max-delay",
                    "2h");
        }
    }

    @Inject
    WorkedExample example;

    @Inject
    CardGateway gateway;

    @Inject
    SqlStreamsKit kit;

    @Inject
    SqlStreamsClock clock;

    @AfterEach
    void nothingIsLeftBehind() {
        kit.assertNothingStranded();
        clock.reset();
    }

    @Test
    void eachMessageEndsAsItIsWritten() throws SQLException {
        example.requestTheFirstForty();
        kit.drain();
        assertThat(example.request(41, CardGateway.GOOD)).isEqualTo(41);
        assertThat(example.request(42, CardGateway.UNREACHABLE)).isEqualTo(42);
        assertThat(example.request(43, CardGateway.DECLINED)).isEqualTo(43);
        assertThat(example.request(44, CardGateway.SETTLES_MUCH_LATER)).isEqualTo(44);
        kit.drain(STREAM, GROUP);

        DeliverySnapshot failed = delivery(42);
        kit.assertThat(STREAM, GROUP, 42).isReady(0, 0).hasRuns("failure");
        assertThat(failed.dueIn()).isBetween(Duration.ZERO, Duration.ofSeconds(5));

        kit.assertThat(STREAM, GROUP, 41).isDone().hasRuns();
        assertThat(gateway.charged("p-41")).isEqualTo(1999);

        kit.assertThat(STREAM, GROUP, 43).isDead(0, 0).hasRuns("failure");
        assertThat(delivery(43).lastError()).isEqualTo("delivery cannot succeed [SQL0055]: card declined");

        kit.assertThat(STREAM, GROUP, 44).isReady(0, 1).hasRuns("delayed");
        assertThat(delivery(44).lastError()).isEqualTo(DELAY_TEXT);
        assertThat(delivery(44).dueIn()).isBetween(Duration.ofHours(6).minusMinutes(5), Duration.ofHours(6));
        queriesShow(1);

        retriesAreSpent();
        anotherDelaySpendsNothing();
        laterItIsCharged();
    }

    private void retriesAreSpent() {
        advance(Duration.ofSeconds(5));
        kit.assertThat(STREAM, GROUP, 42).isReady(1, 0).hasRuns("failure", "failure");
        advance(Duration.ofHours(1));
        kit.assertThat(STREAM, GROUP, 42).isReady(2, 0).hasRuns("failure", "failure", "failure");
        advance(Duration.ofHours(2));
        kit.assertThat(STREAM, GROUP, 42).isDead(3, 0).hasRuns("failure", "failure", "failure", "failure");
        assertThat(delivery(42).lastError())
                .isEqualTo("org.acme.payments.GatewayUnavailableException: no answer from the card gateway");
    }

    private void anotherDelaySpendsNothing() throws SQLException {
        kit.assertThat(STREAM, GROUP, 44).isReady(0, 1);
        advance(Duration.ofHours(3));
        kit.assertThat(STREAM, GROUP, 44).isReady(1, 2).hasRuns("delayed", "delayed");
        assertThat(delivery(44).lastError()).isEqualTo(DELAY_TEXT);
        queriesShow(2);
    }

    private void laterItIsCharged() throws SQLException {
        assertThat(gateway.charged("p-44")).isZero();
        advance(Duration.ofHours(6));
        kit.assertThat(STREAM, GROUP, 44).isDone().hasRuns("delayed", "delayed");
        assertThat(gateway.charged("p-44")).isEqualTo(1999);
        assertThat(example.query(DELAYED)).isEmpty();
    }

    private void queriesShow(int delays) throws SQLException {
        List<Map<String, String>> delayed = example.query(DELAYED);
        assertThat(delayed).hasSize(1);
        assertThat(delayed.get(0))
                .containsOnlyKeys("message_id", "attempts", "delays", "runs_in")
                .containsEntry("message_id", "44")
                .containsEntry("attempts", String.valueOf(delays - 1))
                .containsEntry("delays", String.valueOf(delays));

        List<Map<String, String>> runs = example.query(RUNS_OF_44);
        assertThat(runs).hasSize(delays);
        for (int i = 0; i < delays; i++) {
            assertThat(runs.get(i))
                    .containsOnlyKeys("attempt", "status", "error", "attempted_at")
                    .containsEntry("attempt", String.valueOf(i))
                    .containsEntry("status", "delayed")
                    .containsEntry("error", DELAY_TEXT);
        }
    }

    private DeliverySnapshot delivery(long messageId) {
        return kit.delivery(STREAM, GROUP, messageId);
    }

    private void advance(Duration by) {
        clock.advance(by);
        kit.drain(STREAM, GROUP);
    }
}
