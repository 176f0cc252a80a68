package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourcePatternsBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveClassBuildItem;
import io.quarkus.deployment.builditem.nativeimage.ReflectiveHierarchyBuildItem;
import java.util.List;
import org.jboss.jandex.Type;

/** What a native image cannot see for itself. */
final class NativeProcessor {

    private static final String REASON = "Payload of a SQL stream";

    @BuildStep
    NativeImageResourcePatternsBuildItem scripts() {
        return NativeImageResourcePatternsBuildItem.builder()
                .includeGlob("io/quarkiverse/sqlstreams/runtime/store/*.sql")
                .build();
    }

    @BuildStep
    ReflectiveClassBuildItem messages() {
        return ReflectiveClassBuildItem.builder(SqlStreamsMessages.class.getName() + "_$logger")
                .constructors()
                .reason("Message bundle of SQL streams")
                .build();
    }

    @BuildStep
    void payloads(
            List<ConsumerMethodBuildItem> consumers,
            List<DeclaredStreamBuildItem> written,
            BuildProducer<ReflectiveHierarchyBuildItem> hierarchies) {
        consumers.forEach(consumer -> payload(consumer.signature().payload(), hierarchies));
        written.forEach(stream -> payload(stream.payload(), hierarchies));
    }

    private static void payload(Type type, BuildProducer<ReflectiveHierarchyBuildItem> hierarchies) {
        if (type == null
                || type.kind() == Type.Kind.PRIMITIVE
                || PayloadType.isOpen(type)
                || type.name().toString().startsWith("com.fasterxml.jackson.")) {
            return;
        }
        hierarchies.produce(
                ReflectiveHierarchyBuildItem.builder(type).source(REASON).build());
    }
}
