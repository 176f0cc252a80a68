package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.store.MessageInsert;
import io.quarkiverse.sqlstreams.runtime.store.PartitionMaintenance;
import io.quarkiverse.sqlstreams.runtime.store.StreamInfo;
import io.quarkiverse.sqlstreams.runtime.store.Streams;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.inject.Singleton;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import javax.sql.DataSource;

/** The writers, one for each stream. */
@Singleton
public final class StreamWriters {

    private final Map<String, StreamWriter> writers = new ConcurrentHashMap<>();
    private final SqlStreamsRuntimeConfig config;
    private final StreamsDatabase database;
    private final Streams streams;
    private final Wakeups wakeups;
    private final Productions productions;
    private final TransactionManager transactions;
    private final TransactionSynchronizationRegistry registry;
    private final ScheduledExecutorService executor;

    StreamWriters(
            SqlStreamsRuntimeConfig config,
            StreamsDatabase database,
            Streams streams,
            Wakeups wakeups,
            Productions productions,
            TransactionManager transactions,
            TransactionSynchronizationRegistry registry,
            ScheduledExecutorService executor) {
        this.config = config;
        this.database = database;
        this.streams = streams;
        this.wakeups = wakeups;
        this.productions = productions;
        this.transactions = transactions;
        this.registry = registry;
        this.executor = executor;
    }

    /** @throws io.quarkiverse.sqlstreams.SqlStreamsException if the start has found no tables of the stream */
    StreamWriter of(String stream) {
        StreamWriter writer = writers.get(stream);
        if (writer != null) {
            return writer;
        }
        StreamInfo found = streams.find(stream);
        if (found == null) {
            throw Errors.permanent(LOG.streamNotFound(stream));
        }
        StreamWriter made = make(found);
        StreamWriter first = writers.putIfAbsent(stream, made);
        return first == null ? made : first;
    }

    private StreamWriter make(StreamInfo stream) {
        DataSource dataSource = database.dataSource();
        ProducerStats stats = productions.of(stream.name());
        MessageInsert insert = new MessageInsert(database.schema(), stream.id(), config.statementTimeout());
        PartitionMaintenance partitions = new PartitionMaintenance(
                dataSource, database.schema(), config.schema().partitionSize());
        OwnTransaction own =
                new OwnTransaction(stream, dataSource, insert, partitions, wakeups, config.statementTimeout());
        JoinedTransaction joined =
                new JoinedTransaction(stream, dataSource, insert, partitions, wakeups, stats, transactions, registry);
        return new StreamWriter(stream.name(), joined, new GroupCommit(own, executor), stats, transactions, executor);
    }
}
