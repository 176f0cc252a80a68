package io.quarkiverse.sqlstreams.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** There is always a partition for the ids to come, and never a hole between two of them. */
class PartitionMaintenanceTest {

    private static final long SIZE = 10;
    private static final int INSTANCES = 8;

    @RegisterExtension
    final TestDatabase database = new TestDatabase(SIZE);

    private StreamInfo stream;
    private SteppedProducer producer;
    private PartitionMaintenance maintenance;

    @BeforeEach
    void declare() throws SQLException {
        stream = database.stream("orders");
        producer = new SteppedProducer(database, stream);
        maintenance = maintenance(SIZE);
    }

    @Test
    void aNewLogHasThePartitionInUseAndThoseAhead() throws SQLException {
        assertThat(bounds("message_log")).containsExactly("0-10", "10-20", "20-30");
        assertThat(bounds("delivery_log")).containsExactly("0-10", "10-20", "20-30");
        maintenance.ensureAhead(stream);
        assertThat(bounds("message_log")).containsExactly("0-10", "10-20", "20-30");
    }

    @Test
    void messagesCrossTheBounds() throws SQLException {
        GroupRef group = database.group(stream, "billing");
        SteppedReader reader = new SteppedReader(database, group);
        List<Long> read = new ArrayList<>();
        for (long id = 1; id <= 95; id++) {
            assertThat(producer.insert()).isEqualTo(id);
            if (id % 7 == 0) {
                maintenance.ensureAhead(stream);
            }
            if (id % 9 == 0) {
                read.addAll(reader.poll());
            }
        }
        read.addAll(reader.poll());

        assertThat(read).hasSize(95).isSorted().doesNotHaveDuplicates();
        assertNoHoles("message_log");
        assertThat(bounds("message_log")).endsWith("110-120");
        assertThat(bounds("delivery_log")).as("a log in which nothing happened").hasSize(3);
    }

    @Test
    void aTransactionMayDrawIdsOfSeveralPartitions() throws SQLException {
        producer.begin();
        for (int i = 0; i < 25; i++) {
            producer.insert();
        }
        maintenance.ensureAhead(stream);
        for (int i = 0; i < 15; i++) {
            producer.insert();
        }
        producer.commit();

        assertThat(database.numbers("SELECT count(*) FROM " + database.schema().family("message_log", stream.id())))
                .containsExactly(40L);
    }

    @Test
    void instancesAtOnceMakeEachPartitionOnce() throws Exception {
        atOnce(List.of(SIZE));

        assertNoHoles("message_log");
        assertNoHoles("delivery_log");
    }

    @Test
    void instancesWithOtherSizesLeaveNoHole() throws Exception {
        atOnce(List.of(SIZE, 2 * SIZE, 3 * SIZE));

        assertNoHoles("message_log");
        assertNoHoles("delivery_log");
    }

    @Test
    void partitionsHaveWhatTheFenceRestsOn() throws SQLException {
        for (int i = 0; i < 30; i++) {
            maintenance.ensureAhead(stream);
            producer.insert();
        }
        String log = database.schema().family("message_log", stream.id());
        assertThat(database.texts("SELECT DISTINCT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d"
                        + " JOIN pg_attribute a ON (a.attrelid, a.attnum) = (d.adrelid, d.adnum)"
                        + " WHERE a.attname = 'id' AND d.adrelid IN (SELECT relid FROM pg_partition_tree('"
                        + log.replace("'", "''") + "'))"))
                .singleElement()
                .asString()
                .contains("pg_current_xact_id")
                .contains("nextval");
    }

    private PartitionMaintenance maintenance(long size) {
        return new PartitionMaintenance(database.dataSource(), database.schema(), size);
    }

    /** A few rounds in which all instances find partitions missing at the same moment. */
    private void atOnce(List<Long> sizes) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(INSTANCES);
        try {
            for (int round = 0; round < 5; round++) {
                skip("message_log", SIZE + round);
                skip("delivery_log", SIZE + round);
                CyclicBarrier ready = new CyclicBarrier(INSTANCES);
                List<Future<?>> instances = new ArrayList<>();
                for (int i = 0; i < INSTANCES; i++) {
                    PartitionMaintenance instance = maintenance(sizes.get(i % sizes.size()));
                    Callable<Void> start = () -> {
                        ready.await(20, TimeUnit.SECONDS);
                        instance.ensureAhead(stream);
                        return null;
                    };
                    instances.add(threads.submit(start));
                }
                for (Future<?> instance : instances) {
                    instance.get(60, TimeUnit.SECONDS);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void skip(String table, long ids) throws SQLException {
        String sequence = database.schema().family(table, stream.id()) + "_id_seq";
        try (var connection = database.dataSource().getConnection()) {
            TestDatabase.texts(connection, "SELECT nextval('" + sequence + "') FROM generate_series(1, " + ids + ")");
        }
    }

    private void assertNoHoles(String table) throws SQLException {
        String sequence = database.schema().family(table, stream.id()) + "_id_seq";
        long drawn = database.number("SELECT last_value FROM " + sequence);
        long end = 0;
        for (String bounds : bounds(table)) {
            assertThat(bounds).as("partitions of %s: %s", table, bounds(table)).startsWith(end + "-");
            end = Long.parseLong(bounds.substring(bounds.indexOf('-') + 1));
        }
        assertThat(end).isGreaterThan(drawn + SIZE);
    }

    /** The bounds of a log's partitions, ascending. */
    private List<String> bounds(String table) throws SQLException {
        return database.texts(
                "SELECT substring(bound from 'FROM \\(''?(\\d+)') || '-' || substring(bound from 'TO \\(''?(\\d+)')"
                        + " FROM (SELECT pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits i"
                        + " JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = '"
                        + database.schema().family(table, stream.id()) + "'::regclass) b"
                        + " ORDER BY substring(bound from 'FROM \\(''?(\\d+)')::bigint");
    }
}
