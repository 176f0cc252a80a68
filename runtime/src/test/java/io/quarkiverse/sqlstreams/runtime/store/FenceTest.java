package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.store.Probe.Observation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No group reads past an id that can still appear, and none waits for a transaction that cannot make one appear. */
class FenceTest {

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private GroupRef group;
    private SteppedReader reader;
    private SteppedProducer p1;
    private SteppedProducer p2;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        group = database.group(stream, "billing");
        reader = new SteppedReader(database, group);
        p1 = new SteppedProducer(database, stream);
        p2 = new SteppedProducer(database, stream);
    }

    @Test
    void nothingIsTakenAboveAnIdThatIsStillOpen() throws SQLException {
        p1.begin();
        assertThat(p1.insert()).isEqualTo(1);
        assertThat(p2.insert()).isEqualTo(2);

        assertNothingSettles();

        p1.commit();
        assertThat(reader.poll()).containsExactly(1L, 2L);
        assertThat(reader.settled()).isEqualTo(2);
    }

    @Test
    void anIdThatWasRolledBackIsPassed() throws SQLException {
        p1.begin();
        p1.insert();
        p2.insert();
        assertNothingSettles();

        p1.rollback();
        assertThat(reader.poll()).containsExactly(2L);
        assertThat(reader.settled()).isEqualTo(2);
    }

    /** A transaction may be older than the one that holds a lower message id. The snapshot's xmax misses that one. */
    @Test
    void theOlderTransactionMayHoldTheHigherId() throws SQLException {
        p2.begin();
        p2.drawTransactionId();
        p1.begin();
        assertThat(p1.insert()).isEqualTo(1);
        assertThat(p2.insert()).isEqualTo(2);
        p2.commit();

        assertNothingSettles();

        p1.commit();
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    @Test
    void whoOwnedATransactionIdLongBeforeIsWaitedFor() throws SQLException {
        p1.begin();
        p1.drawTransactionId();
        p1.insert();
        p2.insert();

        assertNothingSettles();

        p1.commit();
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    @Test
    void aMessageCommittedBetweenTheLookAndTheClaimIsAboveTheHead() throws SQLException {
        p1.insert();
        Probe seen = reader.look();
        p1.begin();
        p1.insert();
        p2.insert();

        assertThat(reader.act(seen)).containsExactly(1L);
        assertThat(reader.settled()).isEqualTo(1);
        assertNothingSettlesAbove(1);

        p1.commit();
        assertThat(reader.poll()).containsExactly(2L, 3L);
    }

    @Test
    void aSubtransactionThatRollsBackHoldsNothingBack() throws SQLException {
        p1.begin();
        Savepoint savepoint = p1.savepoint();
        p1.insert();
        p2.insert();
        assertNothingSettles();

        p1.rollbackTo(savepoint);
        assertThat(reader.poll()).containsExactly(2L);

        p1.insert();
        p1.commit();
        assertThat(reader.poll()).containsExactly(3L);
    }

    @Test
    void aSubtransactionThatRollsBackTakesNoOtherIdOfItsTransactionAlong() throws SQLException {
        p1.begin();
        p1.insert();
        Savepoint savepoint = p1.savepoint();
        p1.insert();
        p1.rollbackTo(savepoint);
        p2.insert();

        assertNothingSettles();

        p1.commit();
        assertThat(reader.poll()).containsExactly(1L, 3L);
    }

    @Test
    void anIdOfAReleasedSubtransactionIsWaitedFor() throws SQLException {
        p1.begin();
        Savepoint savepoint = p1.savepoint();
        p1.insert();
        p1.release(savepoint);
        p2.insert();

        assertNothingSettles();

        p1.commit();
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    @Test
    void aPreparedTransactionIsWaitedFor() throws SQLException {
        p1.begin();
        p1.insert();
        p1.prepare("committed");
        p2.insert();
        assertNothingSettles();

        p1.commitPrepared("committed");
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    @Test
    void aPreparedTransactionThatRollsBackIsPassed() throws SQLException {
        p1.begin();
        p1.insert();
        p2.insert();
        assertNothingSettles();
        p1.prepare("rolled back");
        assertNothingSettles();

        p1.rollbackPrepared("rolled back");
        assertThat(reader.poll()).containsExactly(2L);
    }

    @Test
    void copyAsTheFirstStatementIsWaitedFor() throws Exception {
        p1.begin();
        p1.copy();
        p2.insert();

        assertNothingSettles();

        p1.commit();
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    @Test
    void anInsertIntoThePartitionItselfIsWaitedFor() throws SQLException {
        Connection loader = database.connect();
        loader.setAutoCommit(false);
        TestDatabase.execute(
                loader,
                "INSERT INTO " + database.schema().family("message_log", stream.id()) + "_0 (payload) VALUES ('{}')");
        assertThat(p2.insert()).isEqualTo(2);

        assertNothingSettles();

        loader.commit();
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    /** Held between the two draws: a trigger runs after the defaults and before the row is written. */
    @Test
    void aTransactionIdIsOwnedBeforeTheMessageIdIsDrawn() throws Exception {
        String log = database.schema().family("message_log", stream.id());
        database.execute("CREATE FUNCTION " + database.schema().quoted()
                + ".hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.id = 1 THEN"
                + " PERFORM pg_advisory_xact_lock(42); END IF; RETURN NEW; END $$");
        database.execute("CREATE TRIGGER hold BEFORE INSERT ON " + log + " FOR EACH ROW EXECUTE FUNCTION "
                + database.schema().quoted() + ".hold()");
        database.execute("SELECT pg_advisory_lock(42)");
        CompletableFuture<Long> held = TestDatabase.inBackground(p1::insert);
        try {
            TestDatabase.await(() ->
                    database.number("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") == 1);
            assertThat(p2.insert()).isEqualTo(2);
            assertNothingSettles();
        } finally {
            database.execute("SELECT pg_advisory_unlock(42)");
        }
        assertThat(held.get(20, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(reader.poll()).containsExactly(1L, 2L);
    }

    @Test
    void anObservationThatIsKeptIsNotReplacedByANewerOne() throws SQLException {
        SteppedReader other = new SteppedReader(database, group);
        p1.begin();
        p1.insert();
        p2.insert();
        Probe first = reader.look();
        p2.insert();
        Probe second = other.look();
        assertThat(second.fresh().head()).isGreaterThan(first.fresh().head());

        reader.remember(first.fresh());
        other.remember(second.fresh());

        Probe kept = other.look();
        assertThat(kept.observed()).isEqualTo(first.fresh());
        assertThat(kept.observedSettled()).isFalse();
        assertThat(kept.fresh()).as("a newer head while one is kept").isNull();
        p1.rollback();
    }

    @Test
    void anObservationThatComesLateIsNotKeptAgain() throws SQLException {
        SteppedReader late = new SteppedReader(database, group);
        p1.insert();
        Observation seen = late.look().fresh();
        reader.poll();

        late.remember(seen);

        assertThat(reader.look().observed()).isNull();
        assertThat(late.hasSettled(seen))
                .as("what has settled once stays settled")
                .isTrue();
    }

    private void assertNothingSettles() throws SQLException {
        assertNothingSettlesAbove(0);
    }

    private void assertNothingSettlesAbove(long head) throws SQLException {
        for (int poll = 0; poll < 3; poll++) {
            assertThat(reader.poll()).isEqualTo(List.of());
            assertThat(reader.settled()).isEqualTo(head);
        }
    }
}
