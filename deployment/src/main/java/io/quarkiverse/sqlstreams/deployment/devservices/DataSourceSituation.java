package io.quarkiverse.sqlstreams.deployment.devservices;

import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.datasource.common.runtime.DatabaseKind;
import java.util.Optional;

/**
 * What the configuration says about one datasource, and whether a PostgreSQL Dev Service would serve it.
 *
 * @param devServices the datasource's `devservices.enabled`
 * @param otherDatasourcesNamed whether the configuration names datasources
 * @param otherDrivers whether drivers of other databases are there, so that only a `db-kind` tells which one is meant
 */
record DataSourceSituation(
        String name,
        boolean active,
        boolean urlConfigured,
        Optional<String> dbKind,
        Optional<Boolean> devServices,
        boolean otherDatasourcesNamed,
        boolean otherDrivers) {

    /** The rules are those of Quarkus' own Dev Service for datasources, so that both serve the same applications. */
    boolean wantsPostgres() {
        if (!active || urlConfigured || !devServices.orElse(true)) {
            return false;
        }
        if (dbKind.isPresent()) {
            return DatabaseKind.isPostgreSQL(dbKind.get());
        }
        boolean kindIsImplied = !DataSourceUtil.isDefault(name) || devServices.orElse(!otherDatasourcesNamed);
        return kindIsImplied && !otherDrivers;
    }
}
