package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Configuration as the application has it, from lines of {@code key=value}. */
final class Configs {

    static final String GROUP = "quarkus.sqlstreams.streams.\"payments.requested\".groups.\"charge-cards\".";

    private Configs() {}

    static SqlStreamsRuntimeConfig of(String... lines) {
        Map<String, String> properties = new HashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            properties.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(SqlStreamsRuntimeConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 100))
                .build()
                .getConfigMapping(SqlStreamsRuntimeConfig.class);
    }
}
