package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfigRepository;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.DeliveryLogRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkiverse.sqlstreams.runtime.delivery.CurrentDelivery;
import io.quarkiverse.sqlstreams.runtime.delivery.Deliveries;
import io.quarkiverse.sqlstreams.runtime.delivery.OwnFailureInterceptor;
import io.quarkiverse.sqlstreams.runtime.delivery.Threads;
import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.lifecycle.Engine;
import io.quarkiverse.sqlstreams.runtime.lifecycle.SqlStreamsStart;
import io.quarkiverse.sqlstreams.runtime.maintenance.MaintenanceLoop;
import io.quarkiverse.sqlstreams.runtime.store.Streams;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

/** The feature, and what every application may inject. */
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

    /** What runs the streams. */
    private static final Class<?>[] ENGINE = {
        StreamsDatabase.class,
        Streams.class,
        SqlStreamsStart.class,
        Wakeups.class,
        Deliveries.class,
        CurrentDelivery.class,
        OwnFailureInterceptor.class,
        Threads.class,
        MaintenanceLoop.class,
        Engine.class
    };

    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem(FEATURE);
    }

    @BuildStep
    AdditionalBeanBuildItem api() {
        return AdditionalBeanBuildItem.builder()
                .addBeanClasses(API)
                .setUnremovable()
                .build();
    }

    @BuildStep(onlyIf = SqlStreamsEnabled.class)
    AdditionalBeanBuildItem engine() {
        return AdditionalBeanBuildItem.builder()
                .addBeanClasses(ENGINE)
                .setUnremovable()
                .build();
    }
}
