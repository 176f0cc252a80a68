package io.quarkiverse.sqlstreams.runtime.lifecycle;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.SchemaMigrator;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** What happens before anything reads the tables. */
public final class SqlStreamsStart {

    private final SqlStreamsBuildTimeConfig buildTimeConfig;
    private final SqlStreamsRuntimeConfig config;

    public SqlStreamsStart(SqlStreamsBuildTimeConfig buildTimeConfig, SqlStreamsRuntimeConfig config) {
        this.buildTimeConfig = buildTimeConfig;
        this.config = config;
    }

    /** Brings the schema to this version, with the tables of the declared streams. */
    public void schema(AgroalDataSource dataSource, List<ConsumerMethod> consumers, Set<String> streams) {
        SchemaMigrator migrator = new SchemaMigrator(
                dataSource,
                new Schema(buildTimeConfig.schema().name()),
                config.schema().partitionSize());
        try {
            migrator.start(config.schema().migrate(), streams);
        } catch (SQLException e) {
            throw new IllegalStateException("The schema of the streams could not be brought up to date", e);
        }
    }
}
