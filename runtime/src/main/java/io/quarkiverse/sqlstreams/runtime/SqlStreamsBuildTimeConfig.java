package io.quarkiverse.sqlstreams.runtime;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** SQL Streams */
@ConfigMapping(prefix = "quarkus.sqlstreams")
@ConfigRoot(phase = ConfigPhase.BUILD_AND_RUN_TIME_FIXED)
public interface SqlStreamsBuildTimeConfig {

    /**
     * Whether the extension does anything: without it there is no schema, no consumer and no health check, and a
     * producer refuses every message.
     */
    @WithDefault("true")
    boolean enabled();

    /**
     * The datasource whose database holds the streams; the default one unless set.
     */
    Optional<String> datasource();

    /**
     * The schema.
     */
    SchemaName schema();

    /**
     * The health check.
     */
    Health health();

    /**
     * The metrics.
     */
    Metrics metrics();

    /** The schema's name. */
    interface SchemaName {

        /**
         * The PostgreSQL schema that holds the extension's tables. It is created if it is missing.
         */
        @WithDefault("sqlstreams")
        String name();
    }

    /** The health check. */
    interface Health {

        /**
         * Whether a readiness check is registered when the application has SmallRye Health.
         */
        @WithDefault("true")
        boolean enabled();
    }

    /** The metrics. */
    interface Metrics {

        /**
         * Whether meters are registered when the application has Micrometer.
         */
        @WithDefault("true")
        boolean enabled();
    }
}
