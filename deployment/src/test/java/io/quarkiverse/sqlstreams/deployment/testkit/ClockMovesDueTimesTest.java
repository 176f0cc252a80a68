package io.quarkiverse.sqlstreams.deployment.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.test.SqlStreamsClock;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClockMovesDueTimesTest {

    private static final String DUE =
            "SELECT count(*) FROM $s.exception_queue_$n WHERE status = 'ready' AND can_run_after <= $s.now()";
    private static final String FUNCTION =
            "SELECT p.oid || pg_get_functiondef(p.oid) || obj_description(p.oid, 'pg_proc')"
                    + " FROM pg_proc p WHERE p.oid = '$s.now()'::regprocedure";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = Orders.application("The Clock");

    @Inject
    SqlStreamsClock clock;

    @Inject
    Rows rows;

    @BeforeEach
    void orders() {
        rows.of("orders", "billing");
        rows.clear();
    }

    @AfterEach
    void realTime() {
        clock.reset();
    }

    @Test
    void aDelayOfSixHoursIsDueAfterSixHours() {
        rows.ready(1, 0, 1, "6 hours");
        clock.advance(Duration.ofHours(5));
        assertThat(rows.one(DUE)).isEqualTo("0");
        clock.advance(Duration.ofMinutes(60));
        assertThat(clock.offset()).isEqualTo(Duration.ofHours(6));
        assertThat(rows.one(DUE)).isEqualTo("1");
        clock.reset();
        assertThat(rows.one(DUE)).isEqualTo("0");
    }

    @Test
    void itMovesByDaysOfTwentyFourHours() {
        clock.advance(Duration.ofDays(300).plusNanos(1_234_567));
        assertThat(clock.offset()).isEqualTo(Duration.ofDays(300).plusNanos(1_234_000));
        assertThat(rows.one("SELECT extract(epoch FROM $s.now() - statement_timestamp())::text"))
                .isEqualTo("25920000.001234");
    }

    @Test
    void resetRestoresTheFunctionThatWasMigrated() {
        rows.sql("SELECT $s.now()");
        String before = rows.one(FUNCTION);
        assertThat(before).contains("STABLE PARALLEL SAFE").contains("The one clock");
        clock.advance(Duration.ofSeconds(1));
        assertThat(rows.one(FUNCTION))
                .isNotEqualTo(before)
                .contains("STABLE PARALLEL SAFE")
                .contains("The one clock");
        clock.reset();
        assertThat(rows.one(FUNCTION)).isEqualTo(before);
    }

    @Test
    void theClockStaysABoundOfTheIndex() {
        clock.advance(Duration.ofHours(1));
        assertThat(rows.plan("SELECT FROM $s.exception_queue_$n WHERE consumer_group_id = $g"
                        + " AND status = 'ready' AND can_run_after <= $s.now()"))
                .containsPattern("Index Cond: .*can_run_after <= ");
    }

    @Test
    void movesAtTheSameMomentAddUp() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> moves = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                moves.add(threads.submit(() -> clock.advance(Duration.ofSeconds(1))));
            }
            for (Future<?> move : moves) {
                move.get();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void itIsNoPartOfTheCallersTransaction() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
                    rows.ready(1, 0, 1, "1 hour");
                    clock.advance(Duration.ofHours(1));
                    throw new IllegalStateException("given up");
                }))
                .hasMessage("given up");
        assertThat(clock.offset()).isEqualTo(Duration.ofHours(1));
        assertThat(rows.one("SELECT count(*) FROM $s.exception_queue_$n")).isEqualTo("0");
    }

    @Test
    void itOnlyMovesForwardAndNotBeyondAThousandYears() {
        clock.advance(Duration.ofDays(364_999));
        for (Duration by : List.of(
                Duration.ofSeconds(-1),
                Duration.ofDays(2),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE))) {
            assertThatThrownBy(() -> clock.advance(by))
                    .isInstanceOf(SqlStreamsException.class)
                    .hasMessageStartingWith("SQL0083")
                    .hasMessageContaining("365000 days");
        }
        assertThat(clock.offset()).isEqualTo(Duration.ofDays(364_999));
    }
}
