package io.quarkiverse.sqlstreams.runtime.lifecycle;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.delivery.CurrentDelivery;
import io.quarkiverse.sqlstreams.runtime.delivery.Deliveries;
import io.quarkiverse.sqlstreams.runtime.delivery.Delivery;
import io.quarkiverse.sqlstreams.runtime.delivery.Threads;
import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.maintenance.MaintenanceLoop;
import io.quarkiverse.sqlstreams.runtime.policy.Classification;
import io.quarkiverse.sqlstreams.runtime.produce.PayloadCodec;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.sql.SQLException;

/** Starts the deliveries and the maintenance once the application has started, and stops them before anything it uses goes away. */
@Singleton
public final class Engine {

    /** After the application's own observers of the start, and before those of the end. */
    private static final int LAST = Integer.MAX_VALUE - 100;

    private static final int FIRST = 100;

    private final SqlStreamsRuntimeConfig config;
    private final SqlStreamsStart start;
    private final StreamsDatabase database;
    private final CursorRepository cursors;
    private final ExceptionRepository rows;
    private final PayloadCodec codec;
    private final Instance<CurrentDelivery> current;
    private final Threads threads;
    private final Wakeups wakeups;
    private final Deliveries deliveries;
    private final MaintenanceLoop maintenance;
    private AgroalDataSource own;
    private Delivery delivery;

    Engine(
            SqlStreamsRuntimeConfig config,
            SqlStreamsStart start,
            StreamsDatabase database,
            CursorRepository cursors,
            ExceptionRepository rows,
            PayloadCodec codec,
            Instance<CurrentDelivery> current,
            Threads threads,
            Wakeups wakeups,
            Deliveries deliveries,
            MaintenanceLoop maintenance) {
        this.config = config;
        this.start = start;
        this.database = database;
        this.cursors = cursors;
        this.rows = rows;
        this.codec = codec;
        this.current = current;
        this.threads = threads;
        this.wakeups = wakeups;
        this.deliveries = deliveries;
        this.maintenance = maintenance;
    }

    synchronized void start(@Observes @Priority(LAST) StartupEvent event) throws SQLException {
        maintenance.start();
        if (start.groups().stream().noneMatch(DeclaredGroup::enabled)) {
            return;
        }
        own = EngineDataSource.of(database.dataSource(), config.statementTimeout());
        delivery = new Delivery(settings(), parts());
        for (DeclaredGroup group : start.groups()) {
            if (group.enabled()) {
                delivery.add(group.ref(), group.policy(), group.method(), new Classification(group.terminalOn()));
            }
        }
        delivery.start();
    }

    synchronized void stop(@Observes @Priority(FIRST) ShutdownEvent event) {
        if (delivery != null) {
            delivery.stop();
            delivery = null;
        }
        maintenance.stop();
        if (own != null) {
            own.close();
            own = null;
        }
    }

    private Delivery.Settings settings() {
        return new Delivery.Settings(
                config.pollInterval(),
                config.lease(),
                config.settleAfter(),
                config.rangeSize(),
                config.maxInFlight(),
                config.rangeBytes().asLongValue(),
                config.maxRangeReclaims(),
                config.timeoutGrace(),
                config.shutdownTimeout(),
                config.statementTimeout());
    }

    private Delivery.Parts parts() {
        return new Delivery.Parts(database, own, cursors, rows, codec, current, threads, wakeups, deliveries);
    }
}
