package io.quarkiverse.sqlstreams.runtime.maintenance;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.loop.Loop;
import io.quarkiverse.sqlstreams.runtime.store.PartitionMaintenance;
import io.quarkiverse.sqlstreams.runtime.store.StreamInfo;
import io.quarkiverse.sqlstreams.runtime.store.Streams;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;

/** Keeps the tables of the declared streams in shape: partitions ahead of the ids drawn. */
@Singleton
public final class MaintenanceLoop extends Loop {

    private static final Duration EVERY = Duration.ofMinutes(1);

    /** A stream that just needed partitions may need the next ones before a minute has passed. */
    private static final Duration WHILE_BUSY = Duration.ofSeconds(1);

    private final SqlStreamsRuntimeConfig config;
    private final StreamsDatabase database;
    private final Streams streams;

    MaintenanceLoop(SqlStreamsRuntimeConfig config, StreamsDatabase database, Streams streams) {
        super("sqlstreams-maintenance");
        this.config = config;
        this.database = database;
        this.streams = streams;
    }

    @Override
    protected long pass() throws SQLException {
        PartitionMaintenance partitions = new PartitionMaintenance(
                database.dataSource(), database.schema(), config.schema().partitionSize());
        boolean busy = false;
        SQLException failure = null;
        for (StreamInfo stream : streams.all()) {
            try {
                busy |= partitions.ensureAhead(stream);
            } catch (SQLException e) {
                // One stream that cannot be maintained must not hold up the others.
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return spread(busy ? WHILE_BUSY : EVERY);
    }
}
