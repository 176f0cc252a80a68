package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A new group begins where nothing that it should read is below it. */
class StartPositionTest {

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private String log;
    private Connection connection;
    private GroupStore groups;
    private SteppedProducer p1;
    private SteppedProducer p2;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        log = database.schema().family("message_log", stream.id());
        connection = database.connect();
        groups = new GroupStore(database.schema());
        p1 = new SteppedProducer(database, stream);
        p2 = new SteppedProducer(database, stream);
    }

    @Test
    void theOldestOfANewStreamIsItsFirstMessage() throws SQLException {
        assertThat(groups.belowOldest(connection, stream.id())).isZero();
        p1.insert();
        assertThat(groups.belowOldest(connection, stream.id())).isZero();
    }

    @Test
    void theOldestIsBelowAnIdThatIsStillOpen() throws SQLException {
        p1.begin();
        p1.insert();
        p2.insert();

        assertThat(groups.belowOldest(connection, stream.id())).isZero();
        p1.rollback();
    }

    @Test
    void theOldestOfAStreamWhoseFirstMillionIdsAreGoneIsTheFirstRetained() throws SQLException {
        p1.insert();
        database.execute("SELECT setval('" + log + "_id_seq', 999999)");
        database.execute("ALTER TABLE " + log + " DETACH PARTITION " + log + "_0");
        database.execute("DROP TABLE " + log + "_0");
        p1.insert();

        long above = groups.belowOldest(connection, stream.id());
        assertThat(above).isEqualTo(999_999);
        GroupRef group = database.group(stream, "new");
        database.execute("DELETE FROM " + database.schema().family("consumer_group_cursor", stream.id()));
        groups.begin(connection, stream.id(), group.id(), above);
        SteppedReader reader = new SteppedReader(database, group);
        assertThat(reader.poll()).containsExactly(1_000_000L);
    }

    @Test
    void theHeadOfAStreamWithoutOpenProducersIsItsLastMessage() throws SQLException {
        assertThat(head(Duration.ofSeconds(20))).isZero();
        p1.insert();
        p1.insert();
        assertThat(head(Duration.ofSeconds(20))).isEqualTo(2);
    }

    @Test
    void theHeadWaitsForAnIdBelowItThatIsStillOpen() throws Exception {
        p1.begin();
        p1.insert();
        p2.insert();
        CompletableFuture<Long> head = TestDatabase.inBackground(() -> head(Duration.ofSeconds(20)));
        TestDatabase.await(
                () -> database.number("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_snapshot_xmin%'"
                                + " AND pid <> pg_backend_pid()")
                        > 0);
        assertThat(head).isNotDone();
        p1.commit();

        assertThat(head.get(20, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void aHeadThatDoesNotSettleIsReplacedByALowerStart() throws SQLException {
        p1.begin();
        p1.insert();
        p2.insert();
        assertThat(head(Duration.ZERO)).isZero();
        p1.commit();

        SteppedReader other = new SteppedReader(database, database.group(stream, "billing"));
        assertThat(other.poll()).containsExactly(1L, 2L);
        p1.begin();
        p1.insert();
        p2.insert();
        assertThat(head(Duration.ZERO))
                .as("what another group knows to be settled")
                .isEqualTo(2);
        p1.rollback();
    }

    @Test
    void aGroupThatHasBegunIsNotMoved() throws SQLException {
        GroupRef group = database.group(stream, "billing");
        p1.insert();
        groups.begin(connection, stream.id(), group.id(), 1);

        assertThat(groups.hasBegun(connection, stream.id(), group.id())).isTrue();
        assertThat(new SteppedReader(database, group).poll()).containsExactly(1L);
    }

    private long head(Duration longest) throws SQLException {
        return new HeadStart(database.schema(), longest).find(connection, stream);
    }
}
