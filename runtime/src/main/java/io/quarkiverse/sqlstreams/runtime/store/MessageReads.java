package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads one stream's message log. */
final class MessageReads {

    private static final String COLUMNS = "id, created_at, payload, headers, routing_key, message_key, options";

    private final String span;
    private final String all;
    private final String byId;

    MessageReads(Schema schema, long streamId) {
        String log = schema.family("message_log", streamId);
        String ofStream = Schema.ofStream(streamId);
        // The sizes are those of the stored, possibly compressed values: reading them fetches no payload.
        span = "SELECT " + COLUMNS + ", candidates FROM (SELECT *, count(*) OVER () AS candidates,"
                + " sum(size) OVER (ORDER BY id) - size AS bytes_before FROM (SELECT " + COLUMNS
                + ", coalesce(pg_catalog.pg_column_size(payload), 0) AS size FROM " + log
                + " WHERE " + ofStream
                + "id > ? AND id <= ? ORDER BY id LIMIT ?) m) w WHERE bytes_before < ? ORDER BY id";
        all = "SELECT " + COLUMNS + " FROM " + log + " WHERE " + ofStream + "id > ? AND id <= ? ORDER BY id";
        byId = "SELECT " + COLUMNS + " FROM " + log + " WHERE " + ofStream + "id = ANY (?) ORDER BY id";
    }

    /** What {@link #span} found: the messages, and the id up to which they are all there are. */
    record Span(List<StoredMessage> messages, long high) {}

    /** At most {@code limit} visible messages of {@code (low, head]}, and the first one whatever its size. */
    Span span(Connection connection, long low, long head, int limit, long bytes) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(span)) {
            statement.setLong(1, low);
            statement.setLong(2, head);
            statement.setInt(3, limit);
            statement.setLong(4, Math.max(1, bytes));
            try (ResultSet rows = statement.executeQuery()) {
                List<StoredMessage> messages = new ArrayList<>();
                long candidates = 0;
                while (rows.next()) {
                    messages.add(read(rows));
                    candidates = rows.getLong(8);
                }
                boolean everything = messages.size() == candidates && candidates < limit;
                return new Span(
                        messages,
                        everything ? head : messages.get(messages.size() - 1).id());
            }
        }
    }

    /** All visible messages of {@code (low, high]}. */
    List<StoredMessage> all(Connection connection, long low, long high) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(all)) {
            statement.setLong(1, low);
            statement.setLong(2, high);
            return list(statement);
        }
    }

    /** Those of the named messages that are still retained. */
    List<StoredMessage> byId(Connection connection, Collection<Long> ids) throws SQLException {
        if (ids.isEmpty()) {
            return List.of();
        }
        try (PreparedStatement statement = connection.prepareStatement(byId)) {
            statement.setArray(1, Sql.bigints(connection, ids));
            return list(statement);
        }
    }

    private static List<StoredMessage> list(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            List<StoredMessage> messages = new ArrayList<>();
            while (rows.next()) {
                messages.add(read(rows));
            }
            return messages;
        }
    }

    private static StoredMessage read(ResultSet rows) throws SQLException {
        return new StoredMessage(
                rows.getLong(1),
                rows.getObject(2, OffsetDateTime.class).toInstant(),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                rows.getString(7));
    }
}
