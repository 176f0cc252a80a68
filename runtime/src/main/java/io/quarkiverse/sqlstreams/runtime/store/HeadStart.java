package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.store.Probe.Observation;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Finds the settled head of a stream for a group that begins there. An uncommitted message below the visible head would
 * be skipped, so the head is used once it has settled. Where that takes too long the group begins lower: it then reads
 * more, but skips nothing.
 */
public final class HeadStart {

    private static final long LONGEST_PAUSE_MILLIS = 100;

    private final Schema schema;
    private final Duration longest;

    public HeadStart(Schema schema, Duration longest) {
        this.schema = schema;
        this.longest = longest;
    }

    /** @param connection one that commits each statement */
    public long find(Connection connection, StreamInfo stream) throws SQLException {
        FenceStore fence = new FenceStore(schema, new GroupRef(stream, 0, ""));
        Observation head = observe(connection, stream);
        long deadline = System.nanoTime() + longest.toNanos();
        for (long pause = 1; !fence.hasSettled(connection, head); pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)) {
            if (System.nanoTime() > deadline) {
                return settledForOthers(connection, stream);
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return settledForOthers(connection, stream);
            }
        }
        return head.head();
    }

    private Observation observe(Connection connection, StreamInfo stream) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT coalesce((SELECT id FROM "
                        + schema.family("message_log", stream.id())
                        + " WHERE stream_id = " + stream.id()
                        + " ORDER BY id DESC LIMIT 1), 0), pg_catalog.pg_current_xact_id()::text");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return new Observation(row.getLong(1), row.getString(2));
        }
    }

    private long settledForOthers(Connection connection, StreamInfo stream) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT max(settled) FROM " + schema.family("consumer_group_cursor", stream.id()));
                ResultSet row = statement.executeQuery()) {
            row.next();
            long settled = row.getLong(1);
            return row.wasNull() ? new GroupStore(schema).belowOldest(connection, stream.id()) : settled;
        }
    }
}
