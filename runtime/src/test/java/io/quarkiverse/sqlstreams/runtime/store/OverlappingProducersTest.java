package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.store.Probe.Observation;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Producers that leave no moment without an open transaction do not starve a group. */
class OverlappingProducersTest {

    private static final int PER_TRANSACTION = 3;
    private static final int POLLS = 4;

    @RegisterExtension
    final TestDatabase database = new TestDatabase();

    private SteppedReader reader;
    private SteppedProducer p1;
    private SteppedProducer p2;

    @BeforeEach
    void declare() throws SQLException {
        StreamInfo stream = database.stream("orders");
        reader = new SteppedReader(database, database.group(stream, "billing"));
        p1 = new SteppedProducer(database, stream);
        p2 = new SteppedProducer(database, stream);
    }

    @Test
    void aHeadSettlesAsSoonAsTheTransactionsBeforeItHaveEnded() throws SQLException {
        p1.begin();
        p1.insert();
        p2.begin();
        p2.insert();
        p1.commit();
        Observation head = reader.look().fresh();
        reader.remember(head);
        assertThat(reader.poll()).isEmpty();

        p1.begin();
        p1.insert();
        p2.commit();

        assertThat(reader.poll()).containsExactly(1L);
        p1.rollback();
    }

    @Test
    void lagStaysBelowTwoTransactions() throws SQLException {
        List<Long> delivered = new ArrayList<>();
        SteppedProducer older = p1;
        SteppedProducer younger = p2;
        begin(older);
        for (int round = 0; round < 20; round++) {
            begin(younger);
            older.commit();
            for (int poll = 0; poll < POLLS; poll++) {
                delivered.addAll(reader.poll());
                assertThat(reader.visibleHead() - reader.settled())
                        .as("lag in round %d after %d polls", round, poll + 1)
                        .isLessThanOrEqualTo(2 * PER_TRANSACTION);
            }
            SteppedProducer next = older;
            older = younger;
            younger = next;
        }
        older.commit();
        delivered.addAll(reader.poll());
        delivered.addAll(reader.poll());

        assertThat(delivered).hasSize(21 * PER_TRANSACTION).isSorted().doesNotHaveDuplicates();
    }

    private static void begin(SteppedProducer producer) throws SQLException {
        producer.begin();
        for (int i = 0; i < PER_TRANSACTION; i++) {
            producer.insert();
        }
    }
}
