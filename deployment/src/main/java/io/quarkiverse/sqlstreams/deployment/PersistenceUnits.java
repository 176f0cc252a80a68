package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import io.quarkus.hibernate.orm.deployment.HibernateOrmConfig;
import io.quarkus.hibernate.orm.deployment.HibernateOrmConfigPersistenceUnit;
import io.quarkus.hibernate.orm.runtime.PersistenceUnitUtil;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds the persistence unit of the datasource that holds the streams. */
final class PersistenceUnits {

    private PersistenceUnits() {}

    static String dataSource(SqlStreamsBuildTimeConfig config) {
        return config.datasource().orElse(DataSourceUtil.DEFAULT_DATASOURCE_NAME);
    }

    static String find(SqlStreamsBuildTimeConfig config, HibernateOrmConfig hibernate) {
        if (!hibernate.enabled()) {
            throw new ConfigurationException(
                    "SQL Streams reads its tables through Hibernate ORM, which quarkus.hibernate-orm.enabled=false turns off."
                            + " Remove that, or set quarkus.sqlstreams.enabled=false.",
                    Set.of("quarkus.hibernate-orm.enabled"));
        }
        String dataSource = dataSource(config);
        Map<String, HibernateOrmConfigPersistenceUnit> named = new TreeMap<>(hibernate.namedPersistenceUnits());
        HibernateOrmConfigPersistenceUnit unnamed = hibernate.defaultPersistenceUnit();
        boolean unnamedExists = named.isEmpty() || unnamed.isAnyPropertySet();
        if (unnamedExists
                && unnamed.datasource()
                        .orElse(DataSourceUtil.DEFAULT_DATASOURCE_NAME)
                        .equals(dataSource)) {
            return PersistenceUnitUtil.DEFAULT_PERSISTENCE_UNIT_NAME;
        }
        for (Map.Entry<String, HibernateOrmConfigPersistenceUnit> unit : named.entrySet()) {
            if (unit.getValue().datasource().filter(dataSource::equals).isPresent()) {
                return unit.getKey();
            }
        }
        throw new ConfigurationException(
                "No persistence unit uses the datasource '" + dataSource + "', which holds the streams. Set"
                        + " quarkus.hibernate-orm.\"<name>\".datasource=" + dataSource
                        + " for one, or name another datasource in quarkus.sqlstreams.datasource.",
                Set.of("quarkus.sqlstreams.datasource"));
    }
}
