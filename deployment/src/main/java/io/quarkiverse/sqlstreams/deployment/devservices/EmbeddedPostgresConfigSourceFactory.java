package io.quarkiverse.sqlstreams.deployment.devservices;

import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.datasource.common.runtime.DatabaseKind;
import io.quarkus.datasource.runtime.DataSourceBuildTimeConfig;
import io.quarkus.datasource.runtime.DataSourcesBuildTimeConfig;
import io.quarkus.deployment.IsDockerWorking;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceContext.ConfigSourceContextConfigSource;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Takes a PostgreSQL datasource away from Quarkus' own Dev Service where that one cannot start a container.
 * <p>
 * Without a container runtime the datasource's own Dev Service fails the start of a test, and only configuration keeps
 * it from trying. So for the datasources that {@link EmbeddedPostgresProcessor} will serve, and only for them, this
 * source says what a user would otherwise have to write: `devservices.enabled=false`, and the `db-kind`, which is not
 * guessed any more once Dev Services are disabled. It lives in the deployment artifact, hence in the configuration of a
 * build alone, and has nothing to say unless the build is one of dev mode or of a test.
 */
public final class EmbeddedPostgresConfigSourceFactory implements ConfigSourceFactory {

    private static final String NAME = "SQL Streams embedded PostgreSQL";

    /** Above system properties: a Dev Service that was asked for is replaced as well, if it cannot start. */
    private static final int ORDINAL = 500;

    /** Looking for containers reads a configuration of its own, for which this factory is asked again. */
    private static final ThreadLocal<Boolean> CHECKING = ThreadLocal.withInitial(() -> false);

    /** Once for a build and its live reloads: a database that changes its place under a running application helps nobody. */
    private static volatile Boolean containersAvailable;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        if (!LaunchMode.current().isDevServicesSupported() || !isInBuild() || CHECKING.get()) {
            return List.of();
        }
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withSources(new ConfigSourceContextConfigSource(context))
                .withMapping(DataSourcesBuildTimeConfig.class)
                .withMappingIgnore("quarkus.**")
                .build();
        if (!isTrueUnlessSet(config, "quarkus.devservices.enabled")
                || !isTrueUnlessSet(config, "quarkus.sqlstreams.devservices.enabled")) {
            return List.of();
        }
        Map<String, String> properties = new HashMap<>();
        DataSourcesBuildTimeConfig datasources = config.getConfigMapping(DataSourcesBuildTimeConfig.class);
        for (String name : datasources.dataSources().keySet()) {
            DataSourceSituation situation = situation(config, datasources, name);
            if (situation.wantsPostgres() && !containersAvailable()) {
                put(properties, name, "devservices.enabled", "false");
                if (situation.dbKind().isEmpty()) {
                    put(properties, name, "db-kind", DatabaseKind.POSTGRESQL);
                }
            }
        }
        return properties.isEmpty() ? List.of() : List.of(new PropertiesConfigSource(properties, NAME, ORDINAL));
    }

    /** Whether this source speaks for the datasource in the given configuration. */
    static boolean speaksFor(SmallRyeConfig config, String datasource) {
        String key = DataSourceUtil.dataSourcePropertyKey(datasource, "devservices.enabled");
        String source = config.getConfigValue(key).getConfigSourceName();
        return source != null && source.contains(NAME);
    }

    private static DataSourceSituation situation(
            SmallRyeConfig config, DataSourcesBuildTimeConfig datasources, String name) {
        DataSourceBuildTimeConfig datasource = datasources.dataSources().get(name);
        boolean active = DataSourceUtil.dataSourcePropertyKeys(name, "active").stream()
                .allMatch(key -> isTrueUnlessSet(config, key));
        boolean urlConfigured = isAnyPresent(config, name, "jdbc.url") || isAnyPresent(config, name, "reactive.url");
        return new DataSourceSituation(
                name,
                active,
                urlConfigured,
                datasource.dbKind(),
                datasource.devservices().enabled(),
                datasources.hasNamedDataSources(),
                datasource.dbKind().isEmpty() && hasOtherDrivers());
    }

    private static boolean isAnyPresent(SmallRyeConfig config, String datasource, String property) {
        return DataSourceUtil.dataSourcePropertyKeys(datasource, property).stream()
                .anyMatch(config::isPropertyPresent);
    }

    private static boolean isTrueUnlessSet(SmallRyeConfig config, String key) {
        return config.getOptionalValue(key, Boolean.class).orElse(true);
    }

    private static void put(Map<String, String> properties, String datasource, String property, String value) {
        for (String key : DataSourceUtil.dataSourcePropertyKeys(datasource, property)) {
            properties.put(key, value);
        }
    }

    /** A test launcher that has deployment artifacts on its own class path finds this factory as well. */
    private static boolean isInBuild() {
        return Thread.currentThread().getContextClassLoader() instanceof QuarkusClassLoader;
    }

    private static boolean containersAvailable() {
        Boolean available = containersAvailable;
        if (available == null) {
            available = lookForContainers();
            containersAvailable = available;
        }
        return available;
    }

    private static boolean lookForContainers() {
        // That there is none is an error to Testcontainers, and what this extension is made for.
        Logger testcontainers = Logger.getLogger("org.testcontainers");
        Level level = testcontainers.getLevel();
        testcontainers.setLevel(Level.OFF);
        CHECKING.set(true);
        try {
            return new IsDockerWorking(true).getAsBoolean();
        } finally {
            CHECKING.remove();
            testcontainers.setLevel(level);
        }
    }

    /** The build items that name the drivers do not exist yet while the configuration is read, their extensions do. */
    private static boolean hasOtherDrivers() {
        try {
            ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
            for (URL url : Collections.list(classLoader.getResources("META-INF/quarkus-extension.properties"))) {
                Properties extension = new Properties();
                try (InputStream in = url.openStream()) {
                    extension.load(in);
                }
                String artifact = extension.getProperty("deployment-artifact", "");
                if (artifact.startsWith("io.quarkus:quarkus-jdbc-")
                        && !artifact.startsWith("io.quarkus:quarkus-jdbc-postgresql-")) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
