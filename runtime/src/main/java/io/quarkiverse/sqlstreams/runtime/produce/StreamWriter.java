package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** Stores messages of one stream in the transaction they belong to. All producers of the stream share it. */
final class StreamWriter {

    private final String stream;
    private final JoinedTransaction joined;
    private final GroupCommit shared;
    private final ProducerStats stats;
    private final TransactionManager transactions;
    private final Executor executor;

    StreamWriter(
            String stream,
            JoinedTransaction joined,
            GroupCommit shared,
            ProducerStats stats,
            TransactionManager transactions,
            Executor executor) {
        this.stream = stream;
        this.joined = joined;
        this.shared = shared;
        this.stats = stats;
        this.transactions = transactions;
        this.executor = executor;
    }

    /**
     * In the thread's transaction, if it has one, or durable at the return.
     *
     * @return the ids of the messages, in order
     */
    long[] store(List<NewMessage> messages) {
        long begin = System.nanoTime();
        boolean joins = joins();
        try {
            long[] ids = joins ? joined.store(messages) : shared.append(messages);
            if (!joins) {
                stats.stored(ids.length);
            }
            stats.produced(ids.length, begin);
            return ids;
        } catch (StoreFailure e) {
            stats.failed(messages.size());
            throw e.toException(stream);
        }
    }

    /** Never in the thread's transaction. */
    CompletionStage<Produced> storeAsync(NewMessage message) {
        HandedIn append = new HandedIn(stream, message, stats, executor);
        shared.append(append);
        return append.result();
    }

    /** A message must not outlive the transaction it was meant for, also where a timeout has ended that already. */
    private boolean joins() {
        try {
            return switch (transactions.getStatus()) {
                case Status.STATUS_ACTIVE -> true;
                case Status.STATUS_NO_TRANSACTION, Status.STATUS_COMMITTED -> false;
                default -> throw Errors.transientError(LOG.transactionCannotCommit(stream), null);
            };
        } catch (SystemException e) {
            throw Errors.transientError(LOG.transactionCannotCommit(stream), e);
        }
    }
}
