package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.SchemaMigrate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A transaction that has nothing to do with the stream delays no group, however old it is and wherever it writes. */
class UnrelatedTransactionsTest {

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private SteppedReader reader;
    private SteppedProducer producer;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        reader = new SteppedReader(database, database.group(stream, "billing"));
        producer = new SteppedProducer(database, stream);
    }

    @Test
    void ofThisDatabase() throws SQLException {
        writerDelaysNothing(database.connect());
    }

    @Test
    void ofAnotherDatabase() throws SQLException {
        writerDelaysNothing(database.connect(database.createDatabase()));
    }

    @Test
    void thatHasOnlyItsTransactionId() throws SQLException {
        Connection other = database.connect();
        other.setAutoCommit(false);
        TestDatabase.texts(other, "SELECT pg_current_xact_id()::text");

        assertThat(producer.insert()).isEqualTo(1);
        assertThat(reader.poll()).containsExactly(1L);
    }

    @Test
    void thatIsPrepared() throws SQLException {
        database.execute("BEGIN; CREATE TABLE " + database.schema().quoted()
                + ".application (id bigint); PREPARE TRANSACTION 'unrelated'");
        try {
            producer.insert();
            assertThat(reader.poll()).containsExactly(1L);
        } finally {
            database.execute("ROLLBACK PREPARED 'unrelated'");
        }
    }

    @Test
    void ofAProducerOfAnotherStream() throws SQLException {
        SteppedProducer other = new SteppedProducer(database, database.stream("payments"));
        other.begin();
        other.insert();

        producer.insert();
        assertThat(reader.poll()).containsExactly(1L);

        other.rollback();
    }

    @Test
    void thatOnlyReadsTheLog() throws SQLException {
        Connection other = database.connect();
        other.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        other.setAutoCommit(false);
        TestDatabase.texts(other, "SELECT pg_current_xact_id()::text");
        TestDatabase.texts(other, "SELECT id FROM " + database.schema().family("message_log", stream.id()));

        producer.insert();
        assertThat(reader.poll()).containsExactly(1L);
    }

    @Test
    void ofAReaderOfTheSameGroup() throws SQLException {
        Connection claim = database.connect();
        claim.setAutoCommit(false);
        TestDatabase.texts(
                claim,
                "SELECT pg_current_xact_id()::text FROM "
                        + database.schema().family("consumer_group_cursor", stream.id()) + " FOR UPDATE");

        producer.insert();
        Probe seen = reader.look();
        assertThat(reader.hasSettled(seen.fresh())).isTrue();
    }

    /** A copy of a database has the same numbers for its tables. */
    @Test
    void ofAProducerInACopyOfTheDatabase() throws SQLException {
        String original = database.createDatabase();
        database.migrator(original).start(SchemaMigrate.ALWAYS, List.of(stream.name()));
        String copy = database.createDatabase(original);
        Connection here = database.connect(original);
        SteppedReader readerHere = new SteppedReader(here, database.schema(), database.group(here, stream, "billing"));
        SteppedProducer there = new SteppedProducer(database.connect(copy), database.schema(), stream);
        there.begin();
        there.insert();

        new SteppedProducer(here, database.schema(), stream).insert();
        assertThat(readerHere.poll()).containsExactly(1L);

        there.rollback();
    }

    private void writerDelaysNothing(Connection other) throws SQLException {
        other.setAutoCommit(false);
        TestDatabase.execute(other, "CREATE TABLE application (id bigint)");
        TestDatabase.execute(other, "INSERT INTO application VALUES (1)");

        producer.insert();
        assertThat(reader.poll()).as("beside an older transaction").containsExactly(1L);

        other.rollback();
        producer.insert();
        Probe seen = reader.look();
        TestDatabase.execute(other, "CREATE TABLE application (id bigint)");
        assertThat(reader.act(seen)).as("beside a younger transaction").containsExactly(2L);

        producer.insert();
        assertThat(reader.poll()).containsExactly(3L);
        other.rollback();
    }
}
