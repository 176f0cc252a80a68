package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.policy.Decision.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The life of one message in one group, event by event: {@code S} success, {@code F} failure, {@code T} terminal,
 * {@code D} delay of 60 s, {@code X} the run's process dies, {@code R} redrive of the dead row.
 */
class OneMessageCasesTest {

    /** Events | maxRetries | maxDelays | row after each event | delivery log | runs. */
    static final List<String> CASES = """
            | 1 | S | 3 | none | no row |  | 1 |
            | 2 | F F F F | 3 | none | ready 0/0 +5s; ready 1/0 +1s; ready 2/0 +2s; dead 3/0 | (0,failure) (1,failure) (2,failure) (3,failure) | 4 |
            | 3 | F F | 1 | none | ready 0/0 +5s; dead 1/0 | (0,failure) (1,failure) | 2 |
            | 4 | F | 0 | none | dead 0/0 | (0,failure) | 1 |
            | 5 | F F F F F F F | 6 | none | ready 0/0 +5s; ready 1/0 +1s; ready 2/0 +2s; ready 3/0 +4s; ready 4/0 +8s; ready 5/0 +16s; dead 6/0 | (0,failure) (1,failure) (2,failure) (3,failure) (4,failure) (5,failure) (6,failure) | 7 |
            | 6 | F S | 3 | none | ready 0/0 +5s; deleted | (0,failure) | 2 |
            | 7 | F F F S | 3 | none | ready 0/0 +5s; ready 1/0 +1s; ready 2/0 +2s; deleted | (0,failure) (1,failure) (2,failure) | 4 |
            | 8 | T | 3 | none | dead 0/0 | (0,failure) | 1 |
            | 9 | F T | 3 | none | ready 0/0 +5s; dead 1/0 | (0,failure) (1,failure) | 2 |
            | 10 | D F F F F | 3 | none | ready 0/1 +60s; ready 1/1 +5s; ready 2/1 +1s; ready 3/1 +2s; dead 4/1 | (0,delayed) (1,failure) (2,failure) (3,failure) (4,failure) | 5 |
            | 11 | F D F F F | 3 | none | ready 0/0 +5s; ready 1/1 +60s; ready 2/1 +1s; ready 3/1 +2s; dead 4/1 | (0,failure) (1,delayed) (2,failure) (3,failure) (4,failure) | 5 |
            | 12 | D D F F F F | 3 | none | ready 0/1 +60s; ready 1/2 +60s; ready 2/2 +5s; ready 3/2 +1s; ready 4/2 +2s; dead 5/2 | (0,delayed) (1,delayed) (2,failure) (3,failure) (4,failure) (5,failure) | 6 |
            | 13 | D D D D D D D D D D S | 3 | none | ready 0/1 +60s; ready 1/2 +60s; ready 2/3 +60s; ready 3/4 +60s; ready 4/5 +60s; ready 5/6 +60s; ready 6/7 +60s; ready 7/8 +60s; ready 8/9 +60s; ready 9/10 +60s; deleted | (0,delayed) (1,delayed) (2,delayed) (3,delayed) (4,delayed) (5,delayed) (6,delayed) (7,delayed) (8,delayed) (9,delayed) | 11 |
            | 14 | D D D D | 3 | 3 | ready 0/1 +60s; ready 1/2 +60s; ready 2/3 +60s; dead 3/3 | (0,delayed) (1,delayed) (2,delayed) (3,failure) | 4 |
            | 15 | D D | 3 | 1 | ready 0/1 +60s; dead 1/1 | (0,delayed) (1,failure) | 2 |
            | 16 | F D D | 3 | 1 | ready 0/0 +5s; ready 1/1 +60s; dead 2/1 | (0,failure) (1,delayed) (2,failure) | 3 |
            | 17 | F X F F | 3 | none | ready 0/0 +5s; inflight 1/0; ready 2/0 +2s; dead 3/0 | (0,failure) (1,expired) (2,failure) (3,failure) | 4 |
            | 18 | F X X X | 3 | none | ready 0/0 +5s; inflight 1/0; inflight 2/0; inflight 3/0 | (0,failure) (1,expired) (2,expired) | 4 |
            | 19 | F F F D F | 3 | none | ready 0/0 +5s; ready 1/0 +1s; ready 2/0 +2s; ready 3/1 +60s; dead 4/1 | (0,failure) (1,failure) (2,failure) (3,delayed) (4,failure) | 5 |
            | 20 | D F D F D F D F | 3 | none | ready 0/1 +60s; ready 1/1 +5s; ready 2/2 +60s; ready 3/2 +1s; ready 4/3 +60s; ready 5/3 +2s; ready 6/4 +60s; dead 7/4 | (0,delayed) (1,failure) (2,delayed) (3,failure) (4,delayed) (5,failure) (6,delayed) (7,failure) | 8 |
            | 21 | D F | 0 | none | ready 0/1 +60s; dead 1/1 | (0,delayed) (1,failure) | 2 |
            | 22 | F F R F S | 1 | none | ready 0/0 +5s; dead 1/0; ready -1/0 +0s; ready 0/0 +5s; deleted | (0,failure) (1,failure) (0,failure) | 4 |
            """.lines().toList();

    @ParameterizedTest
    @FieldSource("CASES")
    void countersFollowTheTable(String line) {
        Case expected = Case.parse(line);
        Row row = new Row(expected.policy(), AskedPolicy.NONE);

        List<String> rows = new ArrayList<>();
        for (String event : expected.events()) {
            row.apply(event);
            rows.add(row.text());
        }

        assertThat(String.join("; ", rows)).isEqualTo(expected.rows());
        assertThat(row.log(LogMode.FAILURES)).isEqualTo(expected.log());
        assertThat(row.log(LogMode.OFF)).isEmpty();
        assertThat(row.runs).isEqualTo(expected.runs());
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void aReadyRowIsAlwaysClaimable(String line) {
        Case expected = Case.parse(line);
        Row row = new Row(expected.policy(), AskedPolicy.NONE);
        for (String event : expected.events()) {
            row.apply(event);
            if (row.status.equals("ready")) {
                assertThat(Settlement.mayFail(row.policy, row.asked, row.attempts, row.delays))
                        .as(row.text())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void modeAllLogsSuccessesToo(String line) {
        Case expected = Case.parse(line);
        Row row = new Row(expected.policy(), AskedPolicy.NONE);
        expected.events().forEach(row::apply);
        if (!expected.events().contains("S")) {
            assertThat(row.log(LogMode.ALL)).isEqualTo(expected.log());
        } else {
            assertThat(row.log(LogMode.ALL)).endsWith("(" + row.attempts + ",success)");
        }
    }

    @Test
    void theLastAllowedRunThatIsKilledIsDead() {
        Row row = new Row(Policies.group(3, 0), AskedPolicy.NONE);
        List.of("F", "X", "X", "X").forEach(row::apply);

        row.sweep();

        assertThat(row.text()).isEqualTo("dead 3/0");
        assertThat(row.log(LogMode.FAILURES)).isEqualTo("(0,failure) (1,expired) (2,expired) (3,killed)");
        assertThat(row.lastError)
                .isEqualTo("failed [killed: the process ended during run 3, no retries left, SQL0061]");
    }

    @Test
    void aMessagesLowerMaxRetriesCountsWhenItsRunsCrash() {
        Row row = new Row(Policies.group(3, 0), Policies.asksRetries(1));
        List.of("F", "X").forEach(row::apply);

        row.sweep();

        assertThat(row.text()).isEqualTo("dead 1/0");
    }

    @Test
    void fortyThousandDelaysAreFine() {
        Row row = new Row(Policies.group(3, 0), AskedPolicy.NONE);
        for (int i = 0; i < 40_000; i++) {
            row.apply("D");
        }
        assertThat(row.text()).isEqualTo("ready 39999/40000 +60s");
        row.apply("F");
        assertThat(row.text()).isEqualTo("ready 40000/40000 +5s");
    }

    /** One line of the table. */
    record Case(GroupPolicy policy, List<String> events, String rows, String log, int runs) {

        static Case parse(String line) {
            List<String> cells =
                    Stream.of(line.split("\\|", -1)).map(String::trim).toList();
            int maxDelays = cells.get(4).equals("none") ? 0 : Integer.parseInt(cells.get(4));
            return new Case(
                    Policies.group(Integer.parseInt(cells.get(3)), maxDelays),
                    List.of(cells.get(2).split(" ")),
                    cells.get(5),
                    cells.get(6),
                    Integer.parseInt(cells.get(7)));
        }
    }

    /** A row as the store keeps it: each event claims it, runs it, and writes the decision. */
    static final class Row {

        final GroupPolicy policy;
        final AskedPolicy asked;
        final List<LogStatus> logged = new ArrayList<>();
        final List<Integer> numbers = new ArrayList<>();
        String status = "none";
        String lastError;
        int attempts = -1;
        int delays;
        Duration due = Duration.ZERO;
        int runs;

        Row(GroupPolicy policy, AskedPolicy asked) {
            this.policy = policy;
            this.asked = asked;
        }

        void apply(String event) {
            if (event.equals("R")) {
                assertThat(status).isEqualTo("dead");
                status = "ready";
                attempts = -1;
                delays = 0;
                due = Duration.ZERO;
                return;
            }
            if (status.equals("inflight")) {
                sweep();
            }
            assertThat(status).as("claimable").isIn("none", "ready", "inflight");
            attempts++;
            runs++;
            if (event.equals("X")) {
                status = "inflight";
                return;
            }
            Verdict verdict = switch (event) {
                case "S" -> Verdict.success();
                case "F" -> Verdict.failure("failed", null);
                case "T" -> Verdict.terminal("terminal", null);
                case "D" -> Verdict.delay(Duration.ofSeconds(60), null);
                default -> throw new IllegalArgumentException(event);
            };
            Duration waited = delays == 0 ? null : Duration.ofSeconds(60L * delays);
            boolean had = !status.equals("none");
            write(Settlement.decide(policy, asked, attempts, delays, waited, verdict, () -> 0.5));
            if (status.equals("none") && had) {
                status = "deleted";
            }
        }

        /** The lease of an inflight row has run out. */
        void sweep() {
            Decision decision = Settlement.expired(policy, asked, attempts, delays, lastError);
            if (decision.status() == Status.READY) {
                log(decision);
            } else {
                write(decision);
            }
        }

        String text() {
            return switch (status) {
                case "none" -> "no row";
                case "ready" -> "ready " + attempts + "/" + delays + " +" + due.toSeconds() + "s";
                case "deleted" -> "deleted";
                default -> status + " " + attempts + "/" + delays;
            };
        }

        String log(LogMode mode) {
            List<String> entries = new ArrayList<>();
            for (int i = 0; i < logged.size(); i++) {
                if (mode.keeps(logged.get(i))) {
                    entries.add("(" + numbers.get(i) + "," + logged.get(i).text() + ")");
                }
            }
            return String.join(" ", entries);
        }

        private void write(Decision decision) {
            log(decision);
            lastError = decision.lastError();
            delays = decision.delays();
            due = decision.due();
            status = switch (decision.status()) {
                case DONE -> "none";
                case READY -> "ready";
                case DEAD -> "dead";
            };
        }

        private void log(Decision decision) {
            logged.add(decision.log());
            numbers.add(attempts);
        }
    }
}
