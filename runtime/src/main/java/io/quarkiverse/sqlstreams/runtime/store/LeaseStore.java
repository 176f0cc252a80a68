package io.quarkiverse.sqlstreams.runtime.store;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Keeps the claims of one group alive. Each method is one statement that may commit by itself. */
public final class LeaseStore {

    private static final String EXPIRES = "pg_catalog.statement_timestamp() + ? * interval '1 microsecond'";

    private final long groupId;
    private final String ranges;
    private final String rows;

    public LeaseStore(Schema schema, GroupRef group) {
        groupId = group.id();
        long streamId = group.stream().id();
        String ofStream = Schema.ofStream(streamId);
        ranges = "UPDATE " + schema.family("claim_lease", streamId) + " l SET expires_at = " + EXPIRES
                + ", low = greatest(l.low, least(v.low, l.high - 1)) FROM unnest(?::uuid[], ?::bigint[]) AS v (token, low)"
                + " WHERE " + ofStream + "l.consumer_group_id = ? AND l.token = v.token RETURNING l.token";
        rows = "UPDATE " + schema.family("exception_queue", streamId) + " q SET lease_expires_at = " + EXPIRES
                + " FROM unnest(?::uuid[], ?::bigint[]) AS v (token, id)"
                + " WHERE " + ofStream + "q.consumer_group_id = ? AND q.message_id = v.id AND q.lease_token = v.token"
                + " RETURNING q.lease_token";
    }

    /**
     * Renews the claims of ranges.
     *
     * @param lows up to which id each has succeeded
     * @return those that still stand
     */
    public Set<UUID> renewRanges(Connection connection, List<UUID> tokens, List<Long> lows, Duration lease)
            throws SQLException {
        return renew(connection, ranges, tokens, lows, lease);
    }

    /** Renews the claims of exception rows; those that still stand. */
    public Set<UUID> renewRows(Connection connection, List<UUID> tokens, List<Long> messageIds, Duration lease)
            throws SQLException {
        return renew(connection, rows, tokens, messageIds, lease);
    }

    private Set<UUID> renew(Connection connection, String sql, List<UUID> tokens, List<Long> numbers, Duration lease)
            throws SQLException {
        Set<UUID> standing = new HashSet<>();
        if (tokens.isEmpty()) {
            return standing;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBigDecimal(1, BigDecimal.valueOf(Sql.micros(lease)));
            statement.setArray(2, connection.createArrayOf("uuid", tokens.toArray()));
            statement.setArray(3, Sql.bigints(connection, numbers));
            statement.setLong(4, groupId);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    standing.add(rows.getObject(1, UUID.class));
                }
            }
        }
        return standing;
    }
}
