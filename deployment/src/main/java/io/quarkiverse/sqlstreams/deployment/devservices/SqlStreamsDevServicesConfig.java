package io.quarkiverse.sqlstreams.deployment.devservices;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Map;

/**
 * The database of dev mode and tests where there is no container runtime.
 */
@ConfigMapping(prefix = "quarkus.sqlstreams.devservices")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface SqlStreamsDevServicesConfig {

    /**
     * Whether a PostgreSQL datasource without a URL gets a real PostgreSQL server, started on this machine, in dev mode
     * and in tests when neither Docker nor Podman is running.
     * <p>
     * Where a URL is configured, where containers can be started, or where `quarkus.datasource.devservices.enabled` or
     * `quarkus.devservices.enabled` is `false`, nothing is started. `username`, `password`, `devservices.username`,
     * `devservices.password`, `devservices.db-name` and `devservices.port` of the datasource are respected as they are by
     * its own Dev Service; init scripts are not run. In dev mode the server and its data outlive a live reload, and end
     * with the process.
     */
    @WithDefault("true")
    boolean enabled();

    /**
     * Settings of that server, by the names of `postgresql.conf`, for example
     * `quarkus.sqlstreams.devservices.settings.timezone=Asia/Kolkata`.
     * <p>
     * Unless set here, `max_connections` is 200 and `max_prepared_transactions` is 10. The server never waits for its
     * disk (`fsync` is off): do not measure durable writes on it.
     */
    @ConfigDocMapKey("setting")
    Map<String, String> settings();
}
