package io.quarkiverse.sqlstreams.runtime.store;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;
import io.quarkus.datasource.common.runtime.DataSourceUtil;
import jakarta.inject.Singleton;

/** The database that holds the streams: where their tables are, and the application's pool of connections to it. */
@Singleton
public final class StreamsDatabase {

    private final Schema schema;
    private final String dataSource;

    StreamsDatabase(SqlStreamsBuildTimeConfig config) {
        schema = new Schema(config.schema().name());
        dataSource = config.datasource().orElse(DataSourceUtil.DEFAULT_DATASOURCE_NAME);
    }

    public Schema schema() {
        return schema;
    }

    /** The name of the datasource. */
    public String name() {
        return dataSource;
    }

    /** The application's pool; its connections join an active JTA transaction. */
    public AgroalDataSource dataSource() {
        return AgroalDataSourceUtil.dataSourceInstance(dataSource).get();
    }
}
