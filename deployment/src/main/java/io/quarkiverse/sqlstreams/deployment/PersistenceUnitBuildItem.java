package io.quarkiverse.sqlstreams.deployment;

import io.quarkus.builder.item.SimpleBuildItem;

/** Where the entities live. */
final class PersistenceUnitBuildItem extends SimpleBuildItem {

    private final String dataSource;
    private final String name;

    PersistenceUnitBuildItem(String dataSource, String name) {
        this.dataSource = dataSource;
        this.name = name;
    }

    /** The datasource that holds the streams. */
    String dataSource() {
        return dataSource;
    }

    /** The persistence unit of that datasource. */
    String name() {
        return name;
    }
}
