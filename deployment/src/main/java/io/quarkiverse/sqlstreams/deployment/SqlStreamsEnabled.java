package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import java.util.function.BooleanSupplier;

/** For build steps that do nothing with {@code quarkus.sqlstreams.enabled=false}. */
final class SqlStreamsEnabled implements BooleanSupplier {

    private final SqlStreamsBuildTimeConfig config;

    SqlStreamsEnabled(SqlStreamsBuildTimeConfig config) {
        this.config = config;
    }

    @Override
    public boolean getAsBoolean() {
        return config.enabled();
    }
}
