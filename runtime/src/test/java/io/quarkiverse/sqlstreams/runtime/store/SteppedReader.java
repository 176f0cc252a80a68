package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.store.Probe.Observation;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** One instance that reads for a group, a step at a time. */
final class SteppedReader {

    private static final int RANGE = 1_000;

    private final Connection connection;
    private final FenceStore fence;
    private final RangeStore ranges;
    private final String log;
    private final String cursor;
    private final String ofGroup;

    SteppedReader(TestDatabase database, GroupRef group) throws SQLException {
        this(database.connect(), database.schema(), group);
    }

    SteppedReader(Connection connection, Schema schema, GroupRef group) {
        this.connection = connection;
        fence = new FenceStore(schema, group);
        ranges = new RangeStore(schema, group);
        log = schema.family("message_log", group.stream().id());
        cursor = schema.family("consumer_group_cursor", group.stream().id());
        ofGroup = " WHERE consumer_group_id = " + group.id();
    }

    Probe look() throws SQLException {
        return fence.probe(connection);
    }

    boolean hasSettled(Observation observation) throws SQLException {
        return fence.hasSettled(connection, observation);
    }

    void remember(Observation observation) throws SQLException {
        fence.remember(connection, observation);
    }

    /** One poll: looks, keeps what has not settled, and takes what has. Returns the messages taken. */
    List<Long> poll() throws SQLException {
        return act(look());
    }

    /** What a poll does with what it saw. */
    List<Long> act(Probe seen) throws SQLException {
        if (seen.observed() != null) {
            return seen.observedSettled() ? claim(seen.observed().head()) : List.of();
        }
        if (seen.fresh() == null) {
            return List.of();
        }
        if (hasSettled(seen.fresh())) {
            return claim(seen.fresh().head());
        }
        remember(seen.fresh());
        return List.of();
    }

    /** Takes everything visible up to a settled head, and is done with it at once. */
    List<Long> claim(long head) throws SQLException {
        connection.setAutoCommit(false);
        long claimed =
                TestDatabase.number(connection, "SELECT claimed FROM " + cursor + ofGroup + " FOR NO KEY UPDATE");
        RangeLease range = ranges.claim(
                connection, claimed, head, RANGE, Long.MAX_VALUE, UUID.randomUUID(), Duration.ofSeconds(30));
        if (range != null) {
            ranges.settle(connection, range.token(), List.of(), List.of(), Duration.ofSeconds(30));
        }
        connection.commit();
        connection.setAutoCommit(true);
        return range == null
                ? List.of()
                : range.messages().stream().map(StoredMessage::id).toList();
    }

    /** How far it has settled. */
    long settled() throws SQLException {
        return TestDatabase.numbers(connection, "SELECT settled FROM " + cursor + ofGroup)
                .get(0);
    }

    /** The visible head, settled or not. */
    long visibleHead() throws SQLException {
        return TestDatabase.numbers(connection, "SELECT coalesce(max(id), 0) FROM " + log)
                .get(0);
    }
}
