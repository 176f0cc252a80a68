package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code committed} is the lowest id a group may still have to deliver, in whatever order its ranges end. */
class CommittedTest {

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private GroupRef group;
    private SteppedClaimer one;
    private SteppedClaimer two;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        group = database.group(stream, "billing");
        one = new SteppedClaimer(database, group);
        two = new SteppedClaimer(database, group);
        database.execute("INSERT INTO " + database.schema().family("message_log", stream.id())
                + " (payload) SELECT '{}' FROM generate_series(1, 3)");
    }

    @Test
    void rangesThatEndInAnotherOrderMoveItWhenTheLowestEnds() throws SQLException {
        RangeLease first = one.claimNow(3, 1);
        RangeLease second = one.claimNow(3, 1);
        RangeLease third = one.claimNow(3, 1);

        two.settleNow(third);
        assertThat(committed()).isZero();
        one.settleNow(first);
        assertThat(committed()).isEqualTo(1);
        two.settleNow(second);
        assertThat(committed()).isEqualTo(3);
    }

    @Test
    void twoThatEndAtTheSameMomentLeaveNothingOpen() throws Exception {
        RangeLease first = one.claimNow(3, 2);
        RangeLease second = two.claimNow(3, 2);
        one.begin();
        one.settle(first);
        CompletableFuture<Settled> waiting = TestDatabase.inBackground(() -> two.settleNow(second));
        database.awaitBlocked(two.connection());
        one.commit();

        assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(Settled.WRITTEN);
        assertThat(committed()).isEqualTo(3);
    }

    @Test
    void twoThatEndAtTheSameMomentInTheOtherOrderLeaveNothingOpen() throws Exception {
        RangeLease first = one.claimNow(3, 2);
        RangeLease second = two.claimNow(3, 2);
        two.begin();
        two.settle(second);
        CompletableFuture<Settled> waiting = TestDatabase.inBackground(() -> one.settleNow(first));
        database.awaitBlocked(one.connection());
        two.commit();

        assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(Settled.WRITTEN);
        assertThat(committed()).isEqualTo(3);
    }

    @Test
    void aSettlementThatRollsBackMovesNothing() throws SQLException {
        RangeLease first = one.claimNow(3, 2);
        RangeLease second = two.claimNow(3, 2);
        one.begin();
        one.settle(first);
        one.rollback();
        two.settleNow(second);
        assertThat(committed()).isZero();
        one.settleNow(first);
        assertThat(committed()).isEqualTo(3);
    }

    @Test
    void aSettlementMayCarryTheNextClaim() throws SQLException {
        RangeLease first = one.claimNow(3, 1);
        one.begin();
        one.settle(first);
        RangeLease next = one.claim(3, 1);
        one.commit();

        assertThat(committed()).isEqualTo(1);
        one.settleNow(next);
        assertThat(committed()).isEqualTo(2);
    }

    @Test
    void aRangeThatWasTakenOverStillCounts() throws SQLException {
        RangeLease first = one.claimNow(3, 1);
        RangeLease second = one.claimNow(3, 2);
        one.ranges().release(one.connection(), first.token());
        one.settleNow(second);
        assertThat(committed()).isZero();

        RangeLease taken = two.ranges().takeOver(two.connection(), UUID.randomUUID(), SteppedClaimer.LEASE);
        assertThat(one.settleNow(first)).isEqualTo(Settled.TOKEN_GONE);
        assertThat(committed()).isZero();
        two.settleNow(taken);
        assertThat(committed()).isEqualTo(3);
    }

    @Test
    void aMessageDelayedForADayHoldsNothingBack() throws SQLException {
        RangeLease range = one.claimNow(3, 100);
        RowWrite delayed = new RowWrite(
                1,
                "ready",
                0,
                1,
                0,
                Duration.ofDays(1),
                Duration.ZERO,
                "later",
                new AskedPolicy(null, null, null, null, null),
                null,
                null);
        one.begin();
        one.ranges().settle(one.connection(), range.token(), List.of(delayed), List.of(), SteppedClaimer.LEASE);
        one.commit();

        assertThat(committed()).isEqualTo(3);
        assertThat(database.number("SELECT settled - committed FROM "
                        + database.schema().family("consumer_group_cursor", stream.id())))
                .as("lag")
                .isZero();
    }

    @Test
    void aRenewalThatMovedItsRangeCountsAtTheNextSettlement() throws SQLException {
        RangeLease first = one.claimNow(3, 2);
        RangeLease second = two.claimNow(3, 2);
        assertThat(new LeaseStore(database.schema(), group)
                        .renewRanges(one.connection(), List.of(first.token()), List.of(1L), SteppedClaimer.LEASE))
                .containsExactly(first.token());
        two.settleNow(second);
        assertThat(committed()).isEqualTo(1);
    }

    private long committed() throws SQLException {
        return database.number(
                "SELECT committed FROM " + database.schema().family("consumer_group_cursor", stream.id()));
    }
}
