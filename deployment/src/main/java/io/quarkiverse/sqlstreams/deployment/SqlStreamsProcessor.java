package io.quarkiverse.sqlstreams.deployment;

import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

final class SqlStreamsProcessor {

    private static final String FEATURE = "sqlstreams";

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }
}
