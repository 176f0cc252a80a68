package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.store.MessageReads.Span;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids that never appear cost one claim, however many they are. */
class GapsInTheLogTest {

    private static final int RANGE = 100;
    private static final long BYTES = 1 << 20;

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private StreamInfo stream;
    private String log;
    private SteppedReader reader;
    private SteppedProducer producer;
    private MessageReads reads;
    private Connection connection;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        log = database.schema().family("message_log", stream.id());
        reader = new SteppedReader(database, database.group(stream, "billing"));
        producer = new SteppedProducer(database, stream);
        reads = new MessageReads(database.schema(), stream.id());
        connection = database.connect();
    }

    @Test
    void tenThousandIdsThatWereRolledBackAreOneSpan() throws SQLException {
        rollBack(10_000);
        producer.insert();

        Probe seen = reader.look();
        assertThat(reader.hasSettled(seen.fresh())).isTrue();
        Span span = reads.span(connection, seen.claimed(), seen.fresh().head(), RANGE, BYTES);
        assertThat(span.messages()).extracting(StoredMessage::id).containsExactly(10_001L);
        assertThat(span.high()).isEqualTo(10_001);
    }

    @Test
    void aGapBetweenMessagesIsPartOfTheirSpan() throws SQLException {
        producer.insert();
        rollBack(10_000);
        producer.insert();
        rollBack(500);
        producer.insert();

        Span span = reads.span(connection, 0, 10_503, RANGE, BYTES);
        assertThat(span.messages()).extracting(StoredMessage::id).containsExactly(1L, 10_002L, 10_503L);
        assertThat(span.high()).isEqualTo(10_503);
    }

    @Test
    void aSpanWithoutAMessageEndsAtTheHead() throws SQLException {
        rollBack(10);

        Span span = reads.span(connection, 0, 10, RANGE, BYTES);
        assertThat(span.messages()).isEmpty();
        assertThat(span.high()).isEqualTo(10);
    }

    @Test
    void aSpanCountsMessagesAndNotIds() throws SQLException {
        for (int i = 0; i < 5; i++) {
            producer.insert();
            rollBack(100);
        }

        Span span = reads.span(connection, 0, 505, 3, BYTES);
        assertThat(span.messages()).extracting(StoredMessage::id).containsExactly(1L, 102L, 203L);
        assertThat(span.high()).isEqualTo(203);
    }

    @Test
    void aSpanThatIsExactlyFullEndsAtItsLastMessage() throws SQLException {
        producer.insert();
        producer.insert();
        rollBack(10);

        Span span = reads.span(connection, 0, 12, 2, BYTES);
        assertThat(span.messages()).hasSize(2);
        assertThat(span.high()).isEqualTo(2);
    }

    @Test
    void aSpanStopsWhereItsBytesAreUsedUp() throws SQLException {
        for (int i = 0; i < 4; i++) {
            database.execute("INSERT INTO " + log + " (payload) VALUES ('\"" + "x".repeat(1_000) + "\"')");
        }

        assertThat(reads.span(connection, 0, 4, RANGE, 1_500).high()).isEqualTo(2);
        assertThat(reads.span(connection, 0, 4, RANGE, 1).high())
                .as("one message is taken whatever its size")
                .isEqualTo(1);
    }

    @Test
    void aMillionIdsThatAreGoneAreOneSpan() throws SQLException {
        producer.insert();
        database.execute("SELECT setval('" + log.replace("'", "''") + "_id_seq', 1000000)");
        database.execute("ALTER TABLE " + log + " DETACH PARTITION " + log + "_0");
        producer.insert();

        Probe seen = reader.look();
        assertThat(seen.claimed()).isZero();
        Span span = reads.span(connection, seen.claimed(), seen.fresh().head(), RANGE, BYTES);
        assertThat(span.messages()).extracting(StoredMessage::id).containsExactly(1_000_001L);
        assertThat(reader.poll()).containsExactly(1_000_001L);
    }

    private void rollBack(int messages) throws SQLException {
        database.execute("BEGIN; INSERT INTO " + log + " (payload) SELECT '{}' FROM generate_series(1, " + messages
                + "); ROLLBACK");
    }
}
