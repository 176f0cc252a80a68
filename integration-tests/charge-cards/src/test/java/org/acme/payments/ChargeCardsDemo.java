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
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** The README's demo. It tells what it does, and fails if something does not happen as it says. */
@QuarkusTest
@TestProfile(ChargeCardsDemo.Quiet.class)
class ChargeCardsDemo {

    public static class Quiet implements QuarkusTestProfile {

        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of(
                    "quarkus.datasource.devservices.db-name", "demo",
                    "quarkus.log.level", "WARN",
                    "quarkus.banner.enabled", "false");
        }
    }

    private final PrintStream out = System.out;

    @Inject
    WorkedExample example;

    @Inject
    CardGateway gateway;

    @Inject
    SqlStreamsKit kit;

    @Inject
    SqlStreamsClock clock;

    @ConfigProperty(name = "quarkus.datasource.jdbc.url")
    String url;

    @Test
    void fourPaymentsAndFourOutcomes() throws SQLException {
        head("SQL Streams: four payments, four outcomes");
        say("%s, at %s", example.query("SELECT version()").get(0).get("version"), url.replaceAll("[?].*", ""));

        head("1. Forty payments with a good card");
        example.requestTheFirstForty();
        kit.drain();
        say("Messages 1 to 40 are charged.");
        say("exception_queue_1: %s rows, delivery_log_1: %s rows", count("exception_queue_1"), count("delivery_log_1"));
        assertThat(count("exception_queue_1")).isEqualTo("0");

        head("2. Four more, one for each outcome");
        request(41, CardGateway.GOOD, "will be charged");
        request(42, CardGateway.UNREACHABLE, "the gateway gives no answer, ever");
        request(43, CardGateway.DECLINED, "the bank says no");
        request(44, CardGateway.SETTLES_LATER, "the bank decides within six hours");
        kit.drain();
        out.println();
        show(41);
        show(42);
        show(43);
        show(44);
        kit.assertThat(STREAM, GROUP, 41).isDone().hasRuns();
        kit.assertThat(STREAM, GROUP, 43).isDead(0, 0).hasRuns("failure");
        kit.assertThat(STREAM, GROUP, 44).isReady(0, 1).hasRuns("delayed");

        head("3. Ten seconds later");
        say("42 is tried again after 5, 1 and 2 seconds; its first run and three retries have failed then.");
        out.println();
        for (int second = 0; second < 10; second++) {
            clock.advance(Duration.ofSeconds(1));
            kit.drain(STREAM, GROUP);
        }
        show(42);
        kit.assertThat(STREAM, GROUP, 42).isDead(3, 0).hasRuns("failure", "failure", "failure", "failure");

        head("4. What waits because its handler asked for it");
        print(DELAYED);
        assertThat(example.query(DELAYED))
                .hasSize(1)
                .first()
                .satisfies(row -> assertThat(row)
                        .containsEntry("message_id", "44")
                        .containsEntry("attempts", "0")
                        .containsEntry("delays", "1"));

        head("5. What has happened to message 44");
        print(RUNS_OF_44);
        assertThat(example.query(RUNS_OF_44)).hasSize(1);

        head("6. Six hours later");
        say("The test kit moves the clock of the database; nothing else is different.");
        out.println();
        clock.advance(Duration.ofHours(6));
        kit.drain();
        show(44);
        out.println();
        print(DELAYED);
        out.println();
        print(RUNS_OF_44);
        kit.assertThat(STREAM, GROUP, 44).isDone().hasRuns("delayed");
        assertThat(gateway.charged("p-44")).isEqualTo(1999);
        assertThat(example.query(DELAYED)).isEmpty();

        head("7. What is left");
        print("SELECT message_id, status, attempts, delays, last_error FROM sqlstreams.exception_queue_1"
                + " ORDER BY message_id;");
        kit.assertNothingStranded();
        clock.reset();
        out.println();
        say("All as it should be.");
        out.println();
    }

    private void request(int number, String card, String comment) {
        assertThat(example.request(number, card)).isEqualTo(number);
        say("%d  %-18s  %s", number, card, comment);
    }

    private void show(long messageId) {
        DeliverySnapshot delivery = kit.delivery(STREAM, GROUP, messageId);
        if (delivery.done()) {
            say("%d  charged %d cents, no row", messageId, gateway.charged("p-" + messageId));
        } else {
            say(
                    "%d  %s, attempts %d, delays %d%s",
                    messageId,
                    delivery.status(),
                    delivery.attempts(),
                    delivery.delays(),
                    delivery.dueIn() == null ? "" : ", due in " + wait(delivery.dueIn()));
            say("    %s", delivery.lastError());
        }
    }

    private static String wait(Duration due) {
        long seconds = due.plusMillis(999).toSeconds();
        return seconds < 60 ? seconds + " s" : Math.round(seconds / 3600.0) + " h";
    }

    private String count(String table) throws SQLException {
        return example.query("SELECT count(*) FROM sqlstreams." + table).get(0).get("count");
    }

    private void print(String sql) throws SQLException {
        sql.strip().lines().forEach(line -> say("%s", line));
        out.println();
        TextTable.of(example.query(sql)).forEach(line -> say("%s", line));
    }

    private void head(String text) {
        out.printf("%n%s%n%s%n", text, "-".repeat(text.length()));
    }

    private void say(String text, Object... values) {
        out.printf("  " + text + "%n", values);
    }
}
