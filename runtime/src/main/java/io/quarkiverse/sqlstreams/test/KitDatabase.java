package io.quarkiverse.sqlstreams.test;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import io.quarkus.runtime.LaunchMode;
import java.sql.Connection;
import java.sql.SQLException;

/** Runs the kit's SQL, in tests and dev mode only, and never as part of the caller's transaction. */
final class KitDatabase {

    private final StreamsDatabase database;

    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    KitDatabase(StreamsDatabase database) {
        refuseOutsideTests();
        this.database = database;
    }

    Schema schema() {
        return database.schema();
    }

    /** Each statement commits by itself. */
    <T> T call(Work<T> work) {
        refuseOutsideTests();
        // What the caller's transaction has not committed is seen by no loop, so the kit must not see it either.
        try {
            return QuarkusTransaction.suspendingExisting().call(() -> {
                try (Connection connection = database.dataSource().getConnection()) {
                    return work.on(connection);
                }
            });
        } catch (QuarkusTransactionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : Errors.transientError(LOG.kitWithoutDatabase(), e.getCause());
        }
    }

    <T> T inTransaction(Work<T> work) {
        return call(connection -> {
            connection.setAutoCommit(false);
            try {
                T result = work.on(connection);
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        });
    }

    private static void refuseOutsideTests() {
        LaunchMode mode = LaunchMode.current();
        if (!mode.isDevOrTest()) {
            throw Errors.permanent(LOG.kitOutsideTests(mode.name()));
        }
    }
}
