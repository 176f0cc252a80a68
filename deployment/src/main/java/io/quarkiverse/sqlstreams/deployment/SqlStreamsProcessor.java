package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfigRepository;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.DeliveryLogRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.processor.DotNames;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** The extension's own beans. */
final class SqlStreamsProcessor {

    private static final String FEATURE = "sqlstreams";

    /** What an application may inject, whether the extension is enabled or not. */
    private static final Class<?>[] API = {
        StreamConfigRepository.class,
        ConsumerGroupConfigRepository.class,
        CursorRepository.class,
        ExceptionRepository.class,
        DeliveryLogRepository.class
    };

    /** What runs. */
    private static final Class<?>[] ENGINE = {};

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    AdditionalBeanBuildItem api() {
        return beans(API);
    }

    @BuildStep(onlyIf = SqlStreamsEnabled.class)
    AdditionalBeanBuildItem engine() {
        return beans(ENGINE);
    }

    private static AdditionalBeanBuildItem beans(Class<?>... classes) {
        return AdditionalBeanBuildItem.builder()
                .addBeanClasses(classes)
                .setDefaultScope(DotNames.SINGLETON)
                .setUnremovable()
                .build();
    }
}
