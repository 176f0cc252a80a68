package io.quarkiverse.sqlstreams.deployment.devservices;

import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.datasource.common.runtime.DatabaseKind;
import io.quarkus.datasource.deployment.spi.DatasourceStartable;
import io.quarkus.datasource.deployment.spi.DevServicesDatasourceConfigurationHandlerBuildItem;
import io.quarkus.datasource.runtime.DataSourcesBuildTimeConfig;
import io.quarkus.datasource.runtime.DevServicesBuildTimeConfig;
import io.quarkus.deployment.IsDevServicesSupportedByLaunchMode;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import io.quarkus.deployment.builditem.LogCategoryBuildItem;
import io.quarkus.deployment.dev.devservices.DevServicesConfig;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.SmallRyeConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.logging.Level;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.logging.Logger;

/**
 * A real PostgreSQL for dev mode and tests where no container can be started: one server for each datasource that
 * {@link EmbeddedPostgresConfigSourceFactory} has taken over.
 */
@BuildSteps(onlyIf = {IsDevServicesSupportedByLaunchMode.class, DevServicesConfig.Enabled.class})
final class EmbeddedPostgresProcessor {

    private static final Logger LOG = Logger.getLogger(EmbeddedPostgresProcessor.class);

    private static final String FEATURE = "sqlstreams";
    private static final String DEFAULT_USERNAME = "postgres";
    private static final String DEFAULT_PASSWORD = "postgres";
    private static final String DEFAULT_DATABASE = "postgres";

    @BuildStep
    void startServers(
            DataSourcesBuildTimeConfig datasources,
            SqlStreamsDevServicesConfig devServices,
            List<DevServicesDatasourceConfigurationHandlerBuildItem> handlers,
            BuildProducer<DevServicesResultBuildItem> services,
            BuildProducer<LogCategoryBuildItem> logCategories) {
        SmallRyeConfig config = ConfigProvider.getConfig().unwrap(SmallRyeConfig.class);
        List<String> served = datasources.dataSources().keySet().stream()
                .filter(name -> EmbeddedPostgresConfigSourceFactory.speaksFor(config, name))
                .sorted()
                .toList();
        for (String name : served) {
            DevServicesBuildTimeConfig datasource =
                    datasources.dataSources().get(name).devservices();
            services.produce(service(spec(name, datasource, devServices), handlers));
        }
        if (!served.isEmpty()) {
            // The library tells every step of a start at INFO.
            logCategories.produce(new LogCategoryBuildItem("io.zonky.test.db.postgres", Level.WARNING));
        }
    }

    private static EmbeddedPostgresSpec spec(
            String datasource,
            DevServicesBuildTimeConfig datasourceDevServices,
            SqlStreamsDevServicesConfig devServices) {
        return new EmbeddedPostgresSpec(
                datasource,
                datasourceDevServices.username().orElse(configured(datasource, "username", DEFAULT_USERNAME)),
                datasourceDevServices.password().orElse(configured(datasource, "password", DEFAULT_PASSWORD)),
                datasourceDevServices.dbName().orElse(DEFAULT_DATABASE),
                datasourceDevServices.port(),
                devServices.settings());
    }

    private static String configured(String datasource, String property, String defaultValue) {
        return ConfigUtils.getFirstOptionalValue(
                        DataSourceUtil.dataSourcePropertyKeys(datasource, property), String.class)
                .orElse(defaultValue);
    }

    private static DevServicesResultBuildItem service(
            EmbeddedPostgresSpec spec, List<DevServicesDatasourceConfigurationHandlerBuildItem> handlers) {
        Map<String, Function<DatasourceStartable, String>> properties = new HashMap<>();
        for (String key : DataSourceUtil.dataSourcePropertyKeys(spec.datasource(), "username")) {
            properties.put(key, DatasourceStartable::getUsername);
        }
        for (String key : DataSourceUtil.dataSourcePropertyKeys(spec.datasource(), "password")) {
            properties.put(key, DatasourceStartable::getPassword);
        }
        for (DevServicesDatasourceConfigurationHandlerBuildItem handler : handlers) {
            if (DatabaseKind.isPostgreSQL(handler.getDbKind())) {
                properties.putAll(handler.getDeferredConfigProviderFunction().apply(spec.datasource()));
            }
        }
        return DevServicesResultBuildItem.owned()
                .feature(FEATURE)
                .serviceName(spec.datasource())
                .description("PostgreSQL for datasource " + spec.datasource())
                .serviceConfig(spec.asServiceConfig())
                .<DatasourceStartable>startable(() -> new EmbeddedPostgresServer(spec))
                .configProvider(properties)
                .postStartHook(server -> LOG.infof(
                        "No container runtime is available, started an embedded PostgreSQL for datasource %s: %s",
                        spec.datasource(), server.getConnectionInfo()))
                .build();
    }
}
