package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.processor.DotNames;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import io.quarkus.deployment.Capabilities;
import io.quarkus.deployment.Capability;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.metrics.MetricsCapabilityBuildItem;
import io.quarkus.runtime.metrics.MetricsFactory;
import io.quarkus.smallrye.health.deployment.spi.HealthBuildItem;
import java.util.Optional;

/**
 * What other extensions show of the streams, where the application has those extensions. The beans are named by text: their
 * classes cannot be loaded without them.
 */
@BuildSteps(onlyIf = SqlStreamsEnabled.class)
final class IntegrationsProcessor {

    private static final String READINESS = "io.quarkiverse.sqlstreams.runtime.health.SqlStreamsReadiness";
    private static final String METRICS = "io.quarkiverse.sqlstreams.runtime.metrics.SqlStreamsMetrics";

    @BuildStep
    void health(SqlStreamsBuildTimeConfig config, Capabilities capabilities, BuildProducer<HealthBuildItem> checks) {
        if (capabilities.isPresent(Capability.SMALLRYE_HEALTH) && exists(READINESS)) {
            checks.produce(new HealthBuildItem(READINESS, config.health().enabled()));
        }
    }

    @BuildStep
    void metrics(
            SqlStreamsBuildTimeConfig config,
            Optional<MetricsCapabilityBuildItem> metrics,
            BuildProducer<AdditionalBeanBuildItem> beans) {
        boolean micrometer = metrics.map(found -> found.metricsSupported(MetricsFactory.MICROMETER))
                .orElse(false);
        if (micrometer && config.metrics().enabled() && exists(METRICS)) {
            beans.produce(AdditionalBeanBuildItem.builder()
                    .addBeanClass(METRICS)
                    .setDefaultScope(DotNames.SINGLETON)
                    .setUnremovable()
                    .build());
        }
    }

    private static boolean exists(String className) {
        return QuarkusClassLoader.isClassPresentAtRuntime(className);
    }
}
