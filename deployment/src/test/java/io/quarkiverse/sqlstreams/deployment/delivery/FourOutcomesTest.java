package io.quarkiverse.sqlstreams.deployment.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.TerminalException;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FourOutcomesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Payment.class, Cards.class, Returning.class))
            .overrideConfigKey("quarkus.sqlstreams.defaults.jitter", "0");

    public record Payment(String card) {}

    @ApplicationScoped
    static class Cards {

        @Inject
        MessageMeta injected;

        @Consume(stream = "payments", group = "throws")
        void charge(MessageMeta meta, Payment payment) {
            assertThat(injected.messageId()).isEqualTo(meta.messageId());
            switch (payment.card()) {
                case "fails" -> throw new IllegalStateException("gateway down");
                case "declined" -> throw new TerminalException("card declined");
                case "settles later" -> throw new DelayException(Duration.ofHours(6));
                default -> {}
            }
        }
    }

    static class Returning {

        @Consume(stream = "payments", group = "returns")
        Outcome charge(Message<Payment> message) {
            return switch (message.payload().card()) {
                case "fails" -> Outcome.retry(new IllegalStateException("gateway down"));
                case "declined" -> Outcome.terminal("card declined");
                case "settles later" -> Outcome.delay(Duration.ofHours(6));
                default -> Outcome.success();
            };
        }
    }

    @Inject
    DataSource dataSource;

    @Test
    void throwingAndReturningComeToTheSameRows() throws Exception {
        execute(
                "INSERT INTO sqlstreams.message_log_1 (payload) VALUES ('{\"card\":\"fine\"}'),"
                        + " ('{\"card\":\"fails\"}'), ('{\"card\":\"declined\"}'), ('{\"card\":\"settles later\"}'), ('[4711]')");

        for (String group : List.of("throws", "returns")) {
            await().atMost(Duration.ofSeconds(10)).until(() -> rows(group).size() == 4);
            assertThat(rows(group))
                    .containsExactly(
                            "2 ready 0/0 +5s java.lang.IllegalStateException: gateway down",
                            "3 dead 0/0 +0s delivery cannot succeed [SQL0055]: card declined",
                            "4 ready 0/1 +21600s could not complete the delivery yet, the handler asked to run it later:"
                                    + " delay 6h0m0s [SQL0054]",
                            "5 dead 0/0 +0s delivery cannot succeed [SQL0055]: the payload cannot be decoded:"
                                    + " MismatchedInputException, expected " + Payment.class.getName()
                                    + " (line 1, column 1)");
            assertThat(list("SELECT d.message_id || ' ' || attempt || ' ' || status FROM sqlstreams.delivery_log d"
                            + " JOIN sqlstreams.consumer_group_config g ON g.id = d.consumer_group_id WHERE g.name = '"
                            + group + "' ORDER BY d.message_id"))
                    .containsExactly("2 0 failure", "3 0 failure", "4 0 delayed", "5 0 failure");
            assertThat(list("SELECT claimed || ' ' || committed FROM sqlstreams.consumer_group_cursor c"
                            + " JOIN sqlstreams.consumer_group_config g ON g.id = c.consumer_group_id WHERE g.name = '"
                            + group + "'"))
                    .containsExactly("5 5");
        }
        assertThat(list("SELECT token FROM sqlstreams.claim_lease")).isEmpty();
    }

    private List<String> rows(String group) throws Exception {
        return list("SELECT q.message_id || ' ' || q.status || ' ' || q.attempts || '/' || q.delays || ' +'"
                + " || CASE q.status WHEN 'ready' THEN round(extract(epoch FROM can_run_after - attempted_at)) ELSE 0 END"
                + " || 's ' || last_error FROM sqlstreams.exception_queue q JOIN sqlstreams.consumer_group_config g"
                + " ON g.id = q.consumer_group_id JOIN sqlstreams.delivery_log l ON l.consumer_group_id = g.id"
                + " AND l.message_id = q.message_id WHERE g.name = '" + group + "' ORDER BY q.message_id");
    }

    private List<String> list(String sql) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
