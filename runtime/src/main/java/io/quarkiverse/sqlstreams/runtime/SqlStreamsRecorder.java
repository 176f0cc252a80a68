package io.quarkiverse.sqlstreams.runtime;

import io.quarkiverse.sqlstreams.runtime.lifecycle.SqlStreamsStart;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkus.arc.Arc;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationRuntimeInitListener;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;
import java.util.LinkedHashSet;
import java.util.List;

/** Carries what the build found into the running application. */
@Recorder
public class SqlStreamsRecorder {

    private final SqlStreamsBuildTimeConfig buildTimeConfig;

    public SqlStreamsRecorder(SqlStreamsBuildTimeConfig buildTimeConfig) {
        this.buildTimeConfig = buildTimeConfig;
    }

    public RuntimeValue<DeclaredConsumers> declaredConsumers(List<ConsumerMethod> consumers, List<String> streams) {
        return new RuntimeValue<>(new DeclaredConsumers(consumers, new LinkedHashSet<>(streams)));
    }

    public HibernateOrmIntegrationRuntimeInitListener ownTablesFilter() {
        return new OwnTablesFilter(new Schema(buildTimeConfig.schema().name()));
    }

    public void schema() {
        // A recorder has no injection points.
        Arc.container().instance(SqlStreamsStart.class).get().schema();
    }
}
