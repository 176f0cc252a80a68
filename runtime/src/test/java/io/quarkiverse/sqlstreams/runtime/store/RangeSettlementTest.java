package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A range and what became of its messages are settled together by whoever holds its token, and by nobody else. */
class RangeSettlementTest {

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private GroupRef group;
    private SteppedClaimer claimer;
    private RangeLease range;

    @BeforeEach
    void claim() throws SQLException {
        stream = database.stream("orders");
        group = database.group(stream, "billing");
        claimer = new SteppedClaimer(database, group);
        database.execute("INSERT INTO " + family("message_log") + " (payload) SELECT '{}' FROM generate_series(1, 4)");
        range = claimer.claimNow(4, 100);
    }

    @Test
    void aFailureADeadLetterADelayAndASuccessAreOneTransaction() throws SQLException {
        claimer.begin();
        assertThat(claimer.ranges().settle(claimer.connection(), range.token(), rows(), runs(), SteppedClaimer.LEASE))
                .isEqualTo(Settled.WRITTEN);
        assertThat(state()).as("before it commits").isEqualTo("4/0, 1 leases, 0 rows, 0 runs");
        claimer.commit();

        assertThat(state()).isEqualTo("4/4, 0 leases, 3 rows, 3 runs");
        assertThat(database.texts("SELECT concat_ws(' ', message_id, status, attempts, delays, last_error,"
                        + " can_run_after - updated_at) FROM " + family("exception_queue") + " ORDER BY message_id"))
                .containsExactly(
                        "1 ready 0 0 failed 00:00:05", "2 dead 0 0 declined 00:00:00", "3 ready 0 1 later 06:00:00");
        assertThat(database.texts("SELECT concat_ws(' ', message_id, attempt, status, error) FROM "
                        + family("delivery_log") + " ORDER BY id"))
                .containsExactly("1 0 failure failed", "2 0 failure declined", "3 0 delayed later");
        assertThat(database.texts("SELECT xmin FROM " + family("exception_queue") + " UNION SELECT xmin FROM "
                        + family("delivery_log") + " UNION SELECT xmin FROM " + family("consumer_group_cursor")))
                .as("the transactions that wrote")
                .hasSize(1);
    }

    @Test
    void aSettlementThatRollsBackLeavesTheRangeOpen() throws SQLException {
        claimer.begin();
        claimer.ranges().settle(claimer.connection(), range.token(), rows(), runs(), SteppedClaimer.LEASE);
        claimer.rollback();

        assertThat(state()).isEqualTo("4/0, 1 leases, 0 rows, 0 runs");
    }

    @Test
    void aTokenThatIsGoneWritesNothing() throws SQLException {
        database.execute("UPDATE " + family("claim_lease") + " SET expires_at = '-infinity'");
        SteppedClaimer other = new SteppedClaimer(database, group);
        RangeLease taken = other.ranges().takeOver(other.connection(), UUID.randomUUID(), SteppedClaimer.LEASE);
        String before = state();

        assertThat(settle(range)).isEqualTo(Settled.TOKEN_GONE);
        assertThat(settleInPart(range, 2)).isEqualTo(Settled.TOKEN_GONE);
        assertThat(state()).isEqualTo(before);

        assertThat(settle(taken)).isEqualTo(Settled.WRITTEN);
        assertThat(settle(taken)).as("again").isEqualTo(Settled.TOKEN_GONE);
        assertThat(state()).isEqualTo("4/4, 0 leases, 3 rows, 3 runs");
    }

    @Test
    void aRangeSettledInPartKeepsTheRestOfItsMessages() throws SQLException {
        assertThat(settleInPart(range, 3)).isEqualTo(Settled.WRITTEN);
        assertThat(state()).isEqualTo("4/3, 1 leases, 3 rows, 3 runs");
        assertThat(settleInPart(range, 3)).as("again").isEqualTo(Settled.WRITTEN_BEFORE);
        assertThat(state()).isEqualTo("4/3, 1 leases, 3 rows, 3 runs");

        claimer.begin();
        assertThat(claimer.settle(range)).isEqualTo(Settled.WRITTEN);
        claimer.commit();
        assertThat(state()).isEqualTo("4/4, 0 leases, 3 rows, 3 runs");
    }

    @Test
    void aRunningMessageLeavesItsRangeAsAnInflightRow() throws SQLException {
        UUID token = UUID.randomUUID();
        claimer.begin();
        claimer.ranges()
                .settleInPart(
                        claimer.connection(),
                        range.token(),
                        1,
                        List.of(row(1, "inflight", 0, Duration.ZERO, null, null, token)),
                        List.of(),
                        Duration.ofSeconds(30));
        claimer.commit();

        assertThat(database.texts("SELECT concat_ws(' ', status, attempts, lease_token,"
                        + " lease_expires_at - created_at BETWEEN interval '30 s' AND interval '31 s') FROM "
                        + family("exception_queue")))
                .containsExactly("inflight 0 " + token + " t");
    }

    @Test
    void anInflightRowIsOnlyChangedUnderItsOwnToken() throws SQLException {
        UUID token = UUID.randomUUID();
        claimer.begin();
        claimer.ranges()
                .settleInPart(
                        claimer.connection(),
                        range.token(),
                        2,
                        List.of(
                                row(1, "inflight", 0, Duration.ZERO, null, null, token),
                                row(2, "inflight", 0, Duration.ZERO, null, null, token)),
                        List.of(),
                        Duration.ofSeconds(30));
        claimer.commit();
        ExceptionStore rows = new ExceptionStore(database.schema(), group);
        Connection connection = database.connect();
        UUID stale = UUID.randomUUID();

        assertThat(rows.update(
                        connection,
                        List.of(
                                new RowUpdate(1, stale, null, 0, 0, null, null, null),
                                new RowUpdate(2, stale, "dead", 0, 0, Duration.ZERO, null, "late"))))
                .isEmpty();
        assertThat(rows.expire(connection, List.of(1L), List.of(stale), List.of("dead"), List.of("late")))
                .isEmpty();
        assertThat(new LeaseStore(database.schema(), group)
                        .renewRows(connection, List.of(stale), List.of(1L), Duration.ofDays(1)))
                .isEmpty();
        assertThat(database.texts("SELECT concat_ws(' ', message_id, status, last_error) FROM "
                        + family("exception_queue") + " ORDER BY 1"))
                .containsExactly("1 inflight", "2 inflight");

        assertThat(rows.update(
                        connection,
                        List.of(
                                new RowUpdate(1, token, null, 0, 0, null, null, null),
                                new RowUpdate(2, token, "dead", 0, 0, Duration.ZERO, null, "in time"))))
                .containsExactlyInAnyOrder(1L, 2L);
        assertThat(database.texts(
                        "SELECT concat_ws(' ', message_id, status, last_error) FROM " + family("exception_queue")))
                .containsExactly("2 dead in time");
    }

    private Settled settle(RangeLease ended) throws SQLException {
        claimer.begin();
        Settled settled =
                claimer.ranges().settle(claimer.connection(), ended.token(), rows(), runs(), SteppedClaimer.LEASE);
        claimer.commit();
        return settled;
    }

    private Settled settleInPart(RangeLease ended, long low) throws SQLException {
        claimer.begin();
        Settled settled = claimer.ranges()
                .settleInPart(claimer.connection(), ended.token(), low, rows(), runs(), SteppedClaimer.LEASE);
        claimer.commit();
        return settled;
    }

    private static List<RowWrite> rows() {
        return List.of(
                row(1, "ready", 0, Duration.ofSeconds(5), null, "failed", null),
                row(2, "dead", 0, Duration.ZERO, null, "declined", null),
                row(3, "ready", 1, Duration.ofHours(6), Duration.ZERO, "later", null));
    }

    private static RowWrite row(
            long id, String status, int delays, Duration due, Duration delayed, String error, UUID token) {
        return new RowWrite(
                id,
                status,
                0,
                delays,
                0,
                due,
                delayed,
                error,
                new AskedPolicy(null, null, null, null, null),
                null,
                token);
    }

    private static List<LogWrite> runs() {
        return List.of(run(1, "failure", "failed"), run(2, "failure", "declined"), run(3, "delayed", "later"));
    }

    private static LogWrite run(long id, String status, String error) {
        return new LogWrite(id, 0, 0, status, error, null, Duration.ZERO, Duration.ofMillis(5));
    }

    private String family(String table) {
        return database.schema().family(table, stream.id());
    }

    private String state() throws SQLException {
        return database.texts("SELECT concat(claimed, '/', committed, ', ', (SELECT count(*) FROM "
                        + family("claim_lease") + "), ' leases, ', (SELECT count(*) FROM " + family("exception_queue")
                        + "), ' rows, ', (SELECT count(*) FROM " + family("delivery_log") + "), ' runs') FROM "
                        + family("consumer_group_cursor"))
                .get(0);
    }
}
