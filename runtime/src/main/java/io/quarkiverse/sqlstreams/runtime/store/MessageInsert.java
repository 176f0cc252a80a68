package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.postgresql.PGStatement;

/**
 * Appends to one stream's message log. The database draws the ids, each statement in the order of its rows: the default
 * of the column owns a transaction id before it draws, which the claim relies on.
 */
public final class MessageInsert {

    private static final int COLUMNS = 5;
    private static final String ROW = "(?::json, ?::json, ?, ?, ?::json)";

    /** Every number of rows up to this one has a statement of its own. */
    private static final int EXACT = 16;

    /** Larger statements are not kept on the server, where each would take megabytes on every connection. */
    private static final int MOST_PREPARED = 128;

    private static final int MOST_ROWS = 1_000;
    private static final int[] STEPS = {MOST_ROWS, 512, 256, 128, 64, 32};

    private static final int MOST_CHARACTERS = 4 << 20;

    private final String into;
    private final String[] exact = new String[EXACT + 1];
    private final String[] steps = new String[STEPS.length];
    private final int timeoutSeconds;

    /** @param timeout how long one statement may take */
    public MessageInsert(Schema schema, long streamId, Duration timeout) {
        into = "INSERT INTO " + schema.family("message_log", streamId)
                + " (payload, headers, routing_key, message_key, options) VALUES ";
        timeoutSeconds = (int) Math.max(1, Math.min(Integer.MAX_VALUE, timeout.toSeconds()));
    }

    /**
     * Inserts all messages in the connection's transaction, in order.
     *
     * @return their ids, in the same order
     */
    public long[] insert(Connection connection, List<NewMessage> messages) throws SQLException {
        long[] ids = new long[messages.size()];
        for (int from = 0; from < ids.length; ) {
            int rows = rows(fitting(messages, from));
            insert(connection, messages, from, rows, ids);
            from += rows;
        }
        return ids;
    }

    /** How many messages from this one on are one statement's worth; the first one whatever its size. */
    private static int fitting(List<NewMessage> messages, int from) {
        int most = Math.min(messages.size(), from + MOST_ROWS);
        int end = from + 1;
        for (long length = messages.get(from).length(); end < most; end++) {
            length += messages.get(end).length();
            if (length > MOST_CHARACTERS) {
                break;
            }
        }
        return end - from;
    }

    /** Few sizes, so that a statement is likely to have been prepared already. */
    private static int rows(int fitting) {
        for (int step : STEPS) {
            if (step <= fitting) {
                return step;
            }
        }
        return Math.min(fitting, EXACT);
    }

    private void insert(Connection connection, List<NewMessage> messages, int from, int rows, long[] ids)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(rows))) {
            statement.setQueryTimeout(timeoutSeconds);
            if (rows > MOST_PREPARED && statement.isWrapperFor(PGStatement.class)) {
                statement.unwrap(PGStatement.class).setPrepareThreshold(0);
            }
            for (int row = 0; row < rows; row++) {
                NewMessage message = messages.get(from + row);
                int column = row * COLUMNS;
                statement.setString(column + 1, message.payload());
                statement.setString(column + 2, message.headers());
                statement.setString(column + 3, message.routingKey());
                statement.setString(column + 4, message.messageKey());
                statement.setString(column + 5, message.options());
            }
            try (ResultSet inserted = statement.executeQuery()) {
                for (int row = 0; row < rows; row++) {
                    inserted.next();
                    ids[from + row] = inserted.getLong(1);
                }
            }
        }
    }

    private String sql(int rows) {
        if (rows <= EXACT) {
            return exact[rows] == null ? exact[rows] = build(rows) : exact[rows];
        }
        int step = 0;
        while (STEPS[step] != rows) {
            step++;
        }
        return steps[step] == null ? steps[step] = build(rows) : steps[step];
    }

    private String build(int rows) {
        StringBuilder sql = new StringBuilder(into.length() + rows * (ROW.length() + 2) + 16).append(into);
        for (int row = 0; row < rows; row++) {
            sql.append(row == 0 ? "" : ", ").append(ROW);
        }
        return sql.append(" RETURNING id").toString();
    }
}
