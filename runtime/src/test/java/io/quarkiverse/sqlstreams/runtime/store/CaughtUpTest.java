package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A group with nothing to read costs the database nothing but reads. */
class CaughtUpTest {

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private SteppedReader reader;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        reader = new SteppedReader(database, database.group(stream, "billing"));
    }

    @Test
    void anEmptyStreamDrawsNoTransactionIdAndChangesNoRow() throws SQLException {
        assertThreePollsChangeNothing();
    }

    @Test
    void aStreamReadToItsEndDrawsNoTransactionIdAndChangesNoRow() throws SQLException {
        SteppedProducer producer = new SteppedProducer(database, stream);
        producer.insert();
        producer.insert();
        assertThat(reader.poll()).containsExactly(1L, 2L);

        assertThreePollsChangeNothing();
    }

    @Test
    void waitingForAnOpenTransactionDrawsNoTransactionIdAndChangesNoRow() throws SQLException {
        SteppedProducer open = new SteppedProducer(database, stream);
        open.begin();
        open.insert();
        new SteppedProducer(database, stream).insert();
        assertThat(reader.poll()).isEmpty();

        assertThreePollsChangeNothing();
        open.rollback();
    }

    private void assertThreePollsChangeNothing() throws SQLException {
        long transactionId = database.nextTransactionId();
        String cursor = cursor();
        for (int poll = 0; poll < 3; poll++) {
            assertThat(reader.poll()).isEmpty();
        }
        assertThat(database.nextTransactionId()).isEqualTo(transactionId);
        assertThat(cursor()).isEqualTo(cursor);
    }

    private String cursor() throws SQLException {
        return database.texts("SELECT concat(ctid, ' ', xmin, ' ', c) FROM "
                        + database.schema().family("consumer_group_cursor", stream.id()) + " c")
                .get(0);
    }
}
