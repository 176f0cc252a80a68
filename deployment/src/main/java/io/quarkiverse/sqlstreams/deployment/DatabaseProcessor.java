package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfig;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfigRepository;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupCursor;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.DeliveryLogEntry;
import io.quarkiverse.sqlstreams.entity.DeliveryLogRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRow;
import io.quarkiverse.sqlstreams.entity.StreamConfig;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRecorder;
import io.quarkus.agroal.spi.JdbcDataSourceBuildItem;
import io.quarkus.agroal.spi.JdbcDataSourceSchemaReadyBuildItem;
import io.quarkus.arc.deployment.SyntheticBeansRuntimeInitBuildItem;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.BuildSteps;
import io.quarkus.deployment.annotations.Consume;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.builditem.AdditionalIndexedClassesBuildItem;
import io.quarkus.deployment.builditem.BytecodeTransformerBuildItem;
import io.quarkus.hibernate.orm.deployment.HibernateOrmConfig;
import io.quarkus.hibernate.orm.deployment.integration.HibernateOrmIntegrationRuntimeConfiguredBuildItem;
import io.quarkus.hibernate.orm.deployment.spi.AdditionalJpaModelBuildItem;
import java.util.List;
import java.util.Set;

/** The tables: their entities, and that they are there before anything reads them. */
@BuildSteps(onlyIf = SqlStreamsEnabled.class)
final class DatabaseProcessor {

    private static final List<Class<?>> ENTITIES = List.of(
            StreamConfig.class,
            ConsumerGroupConfig.class,
            ConsumerGroupCursor.class,
            ExceptionRow.class,
            DeliveryLogEntry.class);

    /** Part of the model as well. */
    private static final List<Class<?>> KEYS =
            List.of(ConsumerGroupCursor.Key.class, ExceptionRow.Key.class, DeliveryLogEntry.Key.class);

    private static final List<Class<?>> REPOSITORIES = List.of(
            StreamConfigRepository.class,
            ConsumerGroupConfigRepository.class,
            CursorRepository.class,
            ExceptionRepository.class,
            DeliveryLogRepository.class);

    @BuildStep
    PersistenceUnitBuildItem persistenceUnit(SqlStreamsBuildTimeConfig config, HibernateOrmConfig hibernate) {
        return new PersistenceUnitBuildItem(
                PersistenceUnits.dataSource(config), PersistenceUnits.find(config, hibernate));
    }

    @BuildStep
    void entities(PersistenceUnitBuildItem unit, BuildProducer<AdditionalJpaModelBuildItem> models) {
        for (List<Class<?>> classes : List.of(ENTITIES, KEYS)) {
            for (Class<?> model : classes) {
                models.produce(new AdditionalJpaModelBuildItem(model.getName(), Set.of(unit.name())));
            }
        }
    }

    /** Panache only sees what is indexed. */
    @BuildStep
    AdditionalIndexedClassesBuildItem index() {
        return new AdditionalIndexedClassesBuildItem(
                java.util.stream.Stream.concat(ENTITIES.stream(), REPOSITORIES.stream())
                        .map(Class::getName)
                        .toArray(String[]::new));
    }

    @BuildStep
    void schemaName(SqlStreamsBuildTimeConfig config, BuildProducer<BytecodeTransformerBuildItem> transformers) {
        for (Class<?> entity : ENTITIES) {
            EntitySchema.rewrite(entity.getName(), config.schema().name()).ifPresent(transformers::produce);
        }
    }

    @BuildStep
    @Record(ExecutionTime.STATIC_INIT)
    HibernateOrmIntegrationRuntimeConfiguredBuildItem keepOutOfSchemaManagement(
            PersistenceUnitBuildItem unit, SqlStreamsRecorder recorder) {
        return new HibernateOrmIntegrationRuntimeConfiguredBuildItem("sqlstreams", unit.name())
                .setInitListener(recorder.ownTablesFilter());
    }

    /**
     * Hibernate waits for this. It names no datasource, because the one that holds the streams may hold the application's
     * tables too, and those are still Hibernate's to create.
     */
    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    @Consume(SyntheticBeansRuntimeInitBuildItem.class)
    JdbcDataSourceSchemaReadyBuildItem schema(
            List<JdbcDataSourceBuildItem> dataSources,
            PersistenceUnitBuildItem unit,
            DeclaredConsumersBuildItem declared,
            SqlStreamsRecorder recorder) {
        recorder.schema();
        return new JdbcDataSourceSchemaReadyBuildItem(List.of());
    }
}
