package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** However many claim at once, each message is in one range, the ranges follow each other, and none is left out. */
class RangeClaimTest {

    private static final int CLAIMERS = 4;

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private GroupRef group;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        group = database.group(stream, "billing");
    }

    @Test
    void whoClaimsSecondWaitsAndTakesWhatFollows() throws Exception {
        produce(10);
        SteppedClaimer first = new SteppedClaimer(database, group);
        SteppedClaimer second = new SteppedClaimer(database, group);
        first.begin();
        RangeLease one = first.claim(10, 3);
        CompletableFuture<RangeLease> waiting = TestDatabase.inBackground(() -> second.claimNow(10, 3));
        database.awaitBlocked(second.connection());
        first.commit();

        RangeLease two = waiting.get(20, TimeUnit.SECONDS);
        assertThat(ids(one)).containsExactly(1L, 2L, 3L);
        assertThat(ids(two)).containsExactly(4L, 5L, 6L);
        assertThat(two.low()).isEqualTo(one.high());
    }

    @Test
    void whatAClaimThatRolledBackHadTakenIsTakenByTheNext() throws Exception {
        produce(4);
        SteppedClaimer first = new SteppedClaimer(database, group);
        SteppedClaimer second = new SteppedClaimer(database, group);
        first.begin();
        first.claim(4, 3);
        CompletableFuture<RangeLease> waiting = TestDatabase.inBackground(() -> second.claimNow(4, 3));
        database.awaitBlocked(second.connection());
        first.rollback();

        assertThat(ids(waiting.get(20, TimeUnit.SECONDS))).containsExactly(1L, 2L, 3L);
        assertThat(leases()).hasSize(1);
    }

    @Test
    void fourAtOnceTakeDisjointRangesInOrderAndComplete() throws Exception {
        int messages = 500;
        produce(messages);
        ExecutorService threads = Executors.newFixedThreadPool(CLAIMERS);
        List<RangeLease> ranges = new ArrayList<>();
        try {
            CyclicBarrier ready = new CyclicBarrier(CLAIMERS);
            List<Future<List<RangeLease>>> claims = new ArrayList<>();
            for (int i = 0; i < CLAIMERS; i++) {
                SteppedClaimer claimer = new SteppedClaimer(database, group);
                int limit = 3 + i;
                Callable<List<RangeLease>> claim = () -> {
                    List<RangeLease> taken = new ArrayList<>();
                    ready.await();
                    for (RangeLease range; (range = claimer.claimNow(messages, limit)) != null; ) {
                        taken.add(range);
                    }
                    return taken;
                };
                claims.add(threads.submit(claim));
            }
            for (Future<List<RangeLease>> claim : claims) {
                List<RangeLease> taken = claim.get(60, TimeUnit.SECONDS);
                assertThat(taken)
                        .as("a claimer's own order")
                        .isSortedAccordingTo(Comparator.comparing(RangeLease::low));
                ranges.addAll(taken);
            }
        } finally {
            threads.shutdownNow();
        }
        ranges.sort(Comparator.comparing(RangeLease::low));
        List<Long> all = new ArrayList<>();
        long end = 0;
        for (RangeLease range : ranges) {
            assertThat(range.low()).isEqualTo(end);
            end = range.high();
            all.addAll(ids(range));
        }
        assertThat(end).isEqualTo(messages);
        assertThat(all).hasSize(messages).isSorted().doesNotHaveDuplicates();
        assertThat(leases()).hasSize(ranges.size());
    }

    @Test
    void aSettledHeadThatIsBehindTakesNothingAgain() throws SQLException {
        produce(10);
        SteppedClaimer claimer = new SteppedClaimer(database, group);
        claimer.claimNow(10, 100);

        assertThat(claimer.claimNow(7, 100)).isNull();
        assertThat(database.texts("SELECT concat(claimed, '/', settled) FROM " + cursor()))
                .containsExactly("10/10");
    }

    @Test
    void anEmptySpanMovesTheGroupAndLeavesNoLease() throws SQLException {
        database.execute("BEGIN; INSERT INTO " + database.schema().family("message_log", stream.id())
                + " (payload) SELECT '{}' FROM generate_series(1, 10000); ROLLBACK");
        SteppedClaimer claimer = new SteppedClaimer(database, group);

        assertThat(claimer.claimNow(10_000, 100)).isNull();
        assertThat(database.texts("SELECT concat(claimed, '/', committed, '/', settled) FROM " + cursor()))
                .containsExactly("10000/10000/10000");
        assertThat(leases()).isEmpty();
    }

    @Test
    void aRangeThatRanOutIsTakenOverOnceAndKeepsItsBounds() throws Exception {
        produce(10);
        SteppedClaimer first = new SteppedClaimer(database, group);
        SteppedClaimer second = new SteppedClaimer(database, group);
        SteppedClaimer third = new SteppedClaimer(database, group);
        RangeLease lost = first.claimNow(10, 6);
        first.claimNow(10, 6);
        assertThat(takeOver(second)).as("both are held").isNull();
        expire(lost);

        second.begin();
        RangeLease taken = second.ranges().takeOver(second.connection(), UUID.randomUUID(), SteppedClaimer.LEASE);
        assertThat(takeOver(third)).as("a range that is being taken over").isNull();
        second.commit();

        assertThat(takeOver(third)).as("a range that was taken over").isNull();
        assertThat(ids(taken)).isEqualTo(ids(lost));
        assertThat(taken.reclaims()).isEqualTo(1);
        assertThat(first.settleNow(lost)).isEqualTo(Settled.TOKEN_GONE);
        assertThat(second.settleNow(taken)).isEqualTo(Settled.WRITTEN);
    }

    @Test
    void aRangeThatWasHandedBackIsTakenOverAtOnceAndThatIsNoReclaim() throws SQLException {
        produce(3);
        SteppedClaimer first = new SteppedClaimer(database, group);
        RangeLease range = first.claimNow(3, 3);
        assertThat(first.ranges().release(first.connection(), range.token())).isEqualTo(Settled.WRITTEN);

        RangeLease taken = takeOver(new SteppedClaimer(database, group));
        assertThat(ids(taken)).isEqualTo(ids(range));
        assertThat(taken.reclaims()).isZero();
        assertThat(first.ranges().release(first.connection(), range.token())).isEqualTo(Settled.TOKEN_GONE);
    }

    private RangeLease takeOver(SteppedClaimer claimer) throws SQLException {
        return claimer.ranges().takeOver(claimer.connection(), UUID.randomUUID(), SteppedClaimer.LEASE);
    }

    private void expire(RangeLease range) throws SQLException {
        database.execute("UPDATE " + database.schema().family("claim_lease", stream.id())
                + " SET expires_at = statement_timestamp() - interval '1 ms' WHERE token = '" + range.token() + "'");
    }

    private void produce(int messages) throws SQLException {
        database.execute("INSERT INTO " + database.schema().family("message_log", stream.id())
                + " (payload) SELECT '{}' FROM generate_series(1, " + messages + ")");
    }

    private String cursor() {
        return database.schema().family("consumer_group_cursor", stream.id());
    }

    private List<String> leases() throws SQLException {
        return database.texts("SELECT token FROM " + database.schema().family("claim_lease", stream.id()));
    }

    private static List<Long> ids(RangeLease range) {
        return range.messages().stream().map(StoredMessage::id).toList();
    }
}
