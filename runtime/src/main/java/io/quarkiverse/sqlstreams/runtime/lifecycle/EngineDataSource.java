package io.quarkiverse.sqlstreams.runtime.lifecycle;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import java.sql.SQLException;
import java.time.Duration;

/**
 * The engine's own connection: made as the application's are, but in no transaction manager's hands, and never waited for
 * by anyone else.
 */
final class EngineDataSource {

    private EngineDataSource() {}

    static AgroalDataSource of(AgroalDataSource application, Duration statementTimeout) throws SQLException {
        AgroalConnectionPoolConfiguration pool = application.getConfiguration().connectionPoolConfiguration();
        long seconds = Math.max(1, statementTimeout.toSeconds());
        AgroalConnectionFactoryConfigurationSupplier factory = new AgroalConnectionFactoryConfigurationSupplier(
                        pool.connectionFactoryConfiguration())
                .autoCommit(true)
                .initialSql("SET statement_timeout = " + statementTimeout.toMillis())
                .jdbcProperty("ApplicationName", "sqlstreams")
                .jdbcProperty("connectTimeout", Long.toString(seconds))
                .jdbcProperty("socketTimeout", Long.toString(2 * seconds))
                .jdbcProperty("tcpKeepAlive", "true");
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(new AgroalConnectionPoolConfigurationSupplier(pool)
                        .connectionFactoryConfiguration(factory)
                        .transactionIntegration(TransactionIntegration.none())
                        .transactionRequirement(AgroalConnectionPoolConfiguration.TransactionRequirement.OFF)
                        .minSize(0)
                        .initialSize(0)
                        .maxSize(1)
                        .leakTimeout(Duration.ZERO)
                        .acquisitionTimeout(Duration.ofSeconds(seconds))));
    }
}
