package io.quarkiverse.sqlstreams.deployment.devservices;

import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * What a server is started with. Two that are equal are the same server: it outlives a live reload.
 */
record EmbeddedPostgresSpec(
        String datasource,
        String username,
        String password,
        String database,
        OptionalInt port,
        Map<String, String> settings) {

    private static final Map<String, String> DEFAULT_SETTINGS = Map.of(
            "max_connections", "200",
            "max_prepared_transactions", "10",
            "synchronous_commit", "on");

    EmbeddedPostgresSpec {
        Map<String, String> all = new TreeMap<>(DEFAULT_SETTINGS);
        all.putAll(settings);
        settings = all;
    }

    /** The same in types of the JDK: the build that compares it may have loaded this class anew. */
    Map<String, String> asServiceConfig() {
        Map<String, String> config = new TreeMap<>();
        settings.forEach((name, value) -> config.put("setting." + name, value));
        config.put("datasource", datasource);
        config.put("username", username);
        config.put("password", password);
        config.put("database", database);
        config.put("port", port.toString());
        return config;
    }
}
