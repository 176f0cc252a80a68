package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.store.MessageInsert;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import io.quarkiverse.sqlstreams.runtime.store.PartitionMaintenance;
import io.quarkiverse.sqlstreams.runtime.store.StreamInfo;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** Stores messages in a transaction that belongs to nobody else, on a thread that has none. */
final class OwnTransaction {

    /** The answer of a COMMIT and the end of a broken connection are waited for a little longer than a statement. */
    private static final Duration LONGER = Duration.ofSeconds(5);

    private final StreamInfo stream;
    private final DataSource dataSource;
    private final MessageInsert insert;
    private final PartitionMaintenance partitions;
    private final Wakeups wakeups;
    private final int networkTimeout;

    OwnTransaction(
            StreamInfo stream,
            DataSource dataSource,
            MessageInsert insert,
            PartitionMaintenance partitions,
            Wakeups wakeups,
            Duration statementTimeout) {
        this.stream = stream;
        this.dataSource = dataSource;
        this.insert = insert;
        this.partitions = partitions;
        this.wakeups = wakeups;
        this.networkTimeout =
                (int) Math.min(Integer.MAX_VALUE, statementTimeout.plus(LONGER).toMillis());
    }

    /**
     * Returns when the messages are durable.
     *
     * @return their ids, in order
     */
    long[] store(List<NewMessage> messages) throws StoreFailure {
        Connection connection;
        try {
            connection = dataSource.getConnection();
        } catch (SQLException e) {
            throw StoreFailure.noConnection(e);
        }
        return store(connection, messages);
    }

    /** To be called once what was stored has been told. */
    void wake() {
        wakeups.wake(stream.id());
    }

    /** Gives the log partitions for as many messages and more. */
    void addPartitions(int messages) throws StoreFailure {
        try {
            partitions.ensureAhead(stream, messages);
        } catch (SQLException e) {
            throw StoreFailure.notStored(e);
        }
    }

    private long[] store(Connection connection, List<NewMessage> messages) throws StoreFailure {
        int networkTimeoutBefore = -1;
        boolean hasEnded = false;
        try {
            networkTimeoutBefore = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, networkTimeout);
            connection.setAutoCommit(false);
            long[] ids = insert.insert(connection, messages);
            commit(connection);
            hasEnded = true;
            return ids;
        } catch (SQLException e) {
            throw StoreFailure.notStored(e);
        } finally {
            giveBack(connection, hasEnded, networkTimeoutBefore);
        }
    }

    private static void commit(Connection connection) throws StoreFailure {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw StoreFailure.atCommit(e);
        }
    }

    /**
     * The pool turns autocommit on again, which would commit what is still open: a connection that cannot be rolled back
     * is closed for good. What goes wrong here says nothing about the messages.
     */
    private static void giveBack(Connection connection, boolean hasEnded, int networkTimeoutBefore) {
        try {
            if (!hasEnded) {
                connection.rollback();
            }
            if (networkTimeoutBefore >= 0) {
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            }
        } catch (SQLException broken) {
            abort(connection);
        }
        try {
            connection.close();
        } catch (SQLException broken) {
            abort(connection);
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException alreadyGone) {
            // Then there is nothing left to close.
        }
    }
}
