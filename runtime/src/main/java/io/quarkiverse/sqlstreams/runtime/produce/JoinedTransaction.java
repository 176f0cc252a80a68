package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.produce.StoreFailure.Kind;
import io.quarkiverse.sqlstreams.runtime.store.MessageInsert;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import io.quarkiverse.sqlstreams.runtime.store.PartitionMaintenance;
import io.quarkiverse.sqlstreams.runtime.store.StreamInfo;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Stores messages in the caller's JTA transaction: they are there if and when it commits. */
final class JoinedTransaction {

    private final StreamInfo stream;
    private final DataSource dataSource;
    private final MessageInsert insert;
    private final PartitionMaintenance partitions;
    private final Wakeups wakeups;
    private final ProducerStats stats;
    private final TransactionManager transactions;
    private final TransactionSynchronizationRegistry registry;

    JoinedTransaction(
            StreamInfo stream,
            DataSource dataSource,
            MessageInsert insert,
            PartitionMaintenance partitions,
            Wakeups wakeups,
            ProducerStats stats,
            TransactionManager transactions,
            TransactionSynchronizationRegistry registry) {
        this.stream = stream;
        this.dataSource = dataSource;
        this.insert = insert;
        this.partitions = partitions;
        this.wakeups = wakeups;
        this.stats = stats;
        this.transactions = transactions;
        this.registry = registry;
    }

    /** @return the ids of the messages, in order */
    long[] store(List<NewMessage> messages) throws StoreFailure {
        long[] ids;
        // The pool gives out the connection that the transaction has, and keeps it when it is closed.
        try (Connection connection = dataSource.getConnection()) {
            ids = insert.insert(connection, messages);
        } catch (SQLException e) {
            StoreFailure failure = StoreFailure.notStored(e);
            if (failure.kind() == Kind.NO_PARTITION) {
                addPartitions(messages.size());
            }
            throw failure;
        }
        OnCommit onCommit = (OnCommit) registry.getResource(this);
        if (onCommit == null) {
            onCommit = new OnCommit();
            registry.registerInterposedSynchronization(onCommit);
            registry.putResource(this, onCommit);
        }
        onCommit.messages += ids.length;
        return ids;
    }

    /** For the next transaction: this one has failed and can only roll back. */
    private void addPartitions(int messages) throws StoreFailure {
        try {
            Transaction failed = transactions.suspend();
            try {
                partitions.ensureAhead(stream, messages);
            } finally {
                transactions.resume(failed);
            }
        } catch (SQLException e) {
            throw StoreFailure.notStored(e);
        } catch (SystemException | InvalidTransactionException e) {
            throw StoreFailure.unexpected(e);
        }
    }

    private final class OnCommit implements Synchronization {

        private int messages;

        @Override
        public void beforeCompletion() {}

        @Override
        public void afterCompletion(int status) {
            if (status == Status.STATUS_COMMITTED) {
                stats.stored(messages);
                wakeups.wake(stream.id());
            }
        }
    }
}
