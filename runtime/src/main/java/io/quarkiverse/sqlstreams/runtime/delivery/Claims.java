package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.entity.ConsumerGroupCursor;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRow;
import io.quarkus.narayana.jta.QuarkusTransaction;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.hibernate.Session;

/**
 * The transactions that claim: locks through the entities, the rest through SQL on the same connection, which is one of
 * the application's pool.
 */
final class Claims {

    private final CursorRepository cursors;
    private final ExceptionRepository rows;
    private final int timeoutSeconds;
    private final String statementTimeout;

    Claims(CursorRepository cursors, ExceptionRepository rows, Duration statementTimeout) {
        this.cursors = cursors;
        this.rows = rows;
        this.statementTimeout = "SET LOCAL statement_timeout = " + statementTimeout.toMillis();
        this.timeoutSeconds = (int) Math.min(3_600, 2 * statementTimeout.toSeconds() + 5);
    }

    interface Work<T> {
        T call(Connection connection) throws SQLException;
    }

    /** A transaction of its own, whatever the caller is in. */
    <T> T inTransaction(Callable<T> work) {
        return QuarkusTransaction.requiringNew().timeout(timeoutSeconds).call(() -> {
            sql(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(statementTimeout)) {
                    return statement.execute();
                }
            });
            return work.call();
        });
    }

    /** SQL in the transaction that is going on. */
    <T> T sql(Work<T> work) {
        return rows.getEntityManager().unwrap(Session.class).doReturningWork(work::call);
    }

    /** Locks the cursor; waits for whoever holds it. */
    ConsumerGroupCursor lockCursor(long streamId, long groupId) {
        return cursors.lock(streamId, groupId);
    }

    List<ExceptionRow> lockDue(long streamId, long groupId, int limit) {
        return limit <= 0 ? List.of() : rows.lockDue(streamId, groupId, limit);
    }

    List<ExceptionRow> lockSuspect(long streamId, long groupId) {
        return rows.lockSuspects(streamId, groupId, 1);
    }

    List<ExceptionRow> lockExpired(long streamId, long groupId, int limit) {
        return rows.lockExpired(streamId, groupId, limit);
    }
}
