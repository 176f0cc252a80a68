package io.quarkiverse.sqlstreams.runtime.delivery;

import java.sql.Connection;
import java.sql.SQLException;

/** Transactions on the engine's own connection, which no transaction manager knows. */
final class Transactions {

    private Transactions() {}

    interface Work<T> {
        T call() throws SQLException;
    }

    /**
     * Commits what the work does, or rolls it back if it throws.
     *
     * @param doubt run if the answer of the commit is lost, so that nobody knows
     */
    static <T> T call(Connection connection, Work<T> work, Runnable doubt) throws SQLException {
        connection.setAutoCommit(false);
        boolean committing = false;
        try {
            T result = work.call();
            committing = true;
            connection.commit();
            connection.setAutoCommit(true);
            return result;
        } catch (Throwable failure) {
            if (committing) {
                doubt.run();
            }
            try {
                connection.rollback();
                connection.setAutoCommit(true);
            } catch (SQLException broken) {
                failure.addSuppressed(broken);
            }
            throw failure;
        }
    }
}
