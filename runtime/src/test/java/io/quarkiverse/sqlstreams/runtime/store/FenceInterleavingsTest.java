package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * In every order of the producers' and the readers' steps: no id appears at or below a head that a reader has used, and
 * every message that was committed is read once, in order.
 */
class FenceInterleavingsTest {

    private static final int SEQUENCES = 300;
    private static final int STEPS = 40;

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
    void nothingAppearsBelowASettledHead() throws Exception {
        RandomProducers producers = new RandomProducers(database, stream, 4);
        List<RandomReader> readers = List.of(fenced(), fenced());
        for (long seed = 1; seed <= SEQUENCES; seed++) {
            String violation = play(seed, producers, readers);
            if (violation != null) {
                fail("seed %d: %s%n%s", seed, violation, String.join("\n", producers.trace()));
            }
        }
    }

    @Test
    void aReaderThatTrustsTheVisibleHeadIsCaught() throws Exception {
        SteppedReader reader = new SteppedReader(database, group);
        RandomReader naive = () -> {
            long head = reader.visibleHead();
            return new Taken(head, reader.claim(head));
        };
        RandomProducers producers = new RandomProducers(database, stream, 4);
        boolean caught = false;
        for (long seed = 1; seed <= SEQUENCES && !caught; seed++) {
            caught = play(seed, producers, List.of(naive)) != null;
        }
        assertThat(caught).isTrue();
    }

    /** What one step of a reader took; head 0 if it took nothing. */
    private record Taken(long head, List<Long> ids) {}

    private interface RandomReader {

        Taken step() throws SQLException;
    }

    /** Looks in one step, and acts on what it saw in its next one. */
    private RandomReader fenced() throws SQLException {
        SteppedReader reader = new SteppedReader(database, group);
        return new RandomReader() {

            private Probe seen;

            @Override
            public Taken step() throws SQLException {
                if (seen == null) {
                    seen = reader.look();
                    return new Taken(0, List.of());
                }
                Probe acted = seen;
                seen = null;
                List<Long> ids = reader.act(acted);
                return new Taken(reader.settled(), ids);
            }
        };
    }

    /** Plays one sequence; null, or what went wrong. */
    private String play(long seed, RandomProducers producers, List<RandomReader> readers) throws Exception {
        Random random = new Random(seed);
        producers.start(random);
        List<Long> delivered = new ArrayList<>();
        long head = 0;
        String violation = null;
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                for (long id : producers.step()) {
                    if (id <= head && violation == null) {
                        violation = "id " + id + " appeared at or below the settled head " + head;
                    }
                }
            } else {
                int reader = random.nextInt(readers.size());
                Taken taken = readers.get(reader).step();
                head = Math.max(head, taken.head());
                delivered.addAll(taken.ids());
                producers.trace().add("reader " + reader + " took " + taken);
            }
        }
        producers.end();
        // Two steps make a poll, and an observation that was kept takes one poll more.
        for (int step = 0; step < 8; step++) {
            for (RandomReader reader : readers) {
                delivered.addAll(reader.step().ids());
            }
        }
        if (violation == null && !delivered.equals(producers.committed())) {
            violation = "delivered " + delivered + " of " + producers.committed();
        }
        return violation;
    }
}
