package io.quarkiverse.sqlstreams.runtime;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.runtime.lifecycle.SqlStreamsStart;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkus.agroal.runtime.AgroalDataSourceUtil;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationRuntimeInitListener;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import java.util.LinkedHashSet;
import java.util.List;

/** Carries what the build found into the running application. */
@Recorder
public class SqlStreamsRecorder {

    private final SqlStreamsBuildTimeConfig buildTimeConfig;
    private final RuntimeValue<SqlStreamsRuntimeConfig> config;

    public SqlStreamsRecorder(SqlStreamsBuildTimeConfig buildTimeConfig, RuntimeValue<SqlStreamsRuntimeConfig> config) {
        this.buildTimeConfig = buildTimeConfig;
        this.config = config;
    }

    public RuntimeValue<DeclaredConsumers> declaredConsumers(List<ConsumerMethod> consumers, List<String> streams) {
        return new RuntimeValue<>(new DeclaredConsumers(consumers, new LinkedHashSet<>(streams)));
    }

    public HibernateOrmIntegrationRuntimeInitListener ownTablesFilter() {
        return new OwnTablesFilter(new Schema(buildTimeConfig.schema().name()));
    }

    public void schema(String dataSource, RuntimeValue<DeclaredConsumers> declared) {
        AgroalDataSource found =
                AgroalDataSourceUtil.dataSourceInstance(dataSource).get();
        new SqlStreamsStart(buildTimeConfig, config.getValue())
                .schema(
                        found,
                        declared.getValue().consumers(),
                        declared.getValue().streams());
    }
}
