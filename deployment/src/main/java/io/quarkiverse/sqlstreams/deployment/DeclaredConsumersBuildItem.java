package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkus.builder.item.SimpleBuildItem;
import io.quarkus.runtime.RuntimeValue;

/** The consumers and streams of the application, as recorded. */
final class DeclaredConsumersBuildItem extends SimpleBuildItem {

    private final RuntimeValue<DeclaredConsumers> value;

    DeclaredConsumersBuildItem(RuntimeValue<DeclaredConsumers> value) {
        this.value = value;
    }

    RuntimeValue<DeclaredConsumers> value() {
        return value;
    }
}
