package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.test.SqlStreamsClock;
import io.quarkiverse.sqlstreams.test.SqlStreamsKit;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.builditem.LaunchModeBuildItem;

/** The test kit, which a packaged application does not have. */
@BuildSteps(onlyIf = SqlStreamsEnabled.class)
final class TestKitProcessor {

    @BuildStep
    void kit(LaunchModeBuildItem launchMode, BuildProducer<AdditionalBeanBuildItem> beans) {
        if (launchMode.getLaunchMode().isDevOrTest()) {
            beans.produce(AdditionalBeanBuildItem.builder()
                    .addBeanClasses(SqlStreamsClock.class, SqlStreamsKit.class)
                    .setUnremovable()
                    .build());
        }
    }
}
