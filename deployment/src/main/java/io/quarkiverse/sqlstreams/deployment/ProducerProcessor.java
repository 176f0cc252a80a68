package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkiverse.sqlstreams.runtime.policy.Names;
import io.quarkiverse.sqlstreams.runtime.produce.DisabledProducerFactory;
import io.quarkiverse.sqlstreams.runtime.produce.PayloadCodec;
import io.quarkiverse.sqlstreams.runtime.produce.Productions;
import io.quarkiverse.sqlstreams.runtime.produce.StreamProducerFactory;
import io.quarkiverse.sqlstreams.runtime.produce.StreamProducers;
import io.quarkiverse.sqlstreams.runtime.produce.StreamWriters;
import io.quarkus.arc.deployment.AdditionalBeanBuildItem;
import io.quarkus.arc.deployment.BeanDiscoveryFinishedBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.arc.processor.InjectionPointInfo;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import jakarta.enterprise.inject.spi.DefinitionException;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.Type;

/** The producers: what makes them injectable, and which streams they declare. */
final class ProducerProcessor {

    /** What stores messages. */
    private static final Class<?>[] ENGINE = {
        PayloadCodec.class, Productions.class, StreamWriters.class, StreamProducerFactory.class
    };

    @BuildStep
    AdditionalBeanBuildItem beans(SqlStreamsBuildTimeConfig config) {
        AdditionalBeanBuildItem.Builder beans = AdditionalBeanBuildItem.builder()
                .addBeanClasses(StreamProducers.class)
                .setUnremovable();
        return config.enabled()
                ? beans.addBeanClasses(ENGINE).build()
                : beans.addBeanClasses(DisabledProducerFactory.class).build();
    }

    @BuildStep
    void declareStreams(
            BeanDiscoveryFinishedBuildItem discovered,
            BuildProducer<DeclaredStreamBuildItem> streams,
            BuildProducer<ValidationErrorBuildItem> errors) {
        for (InjectionPointInfo target : discovered.getInjectionPoints()) {
            AnnotationInstance qualifier = target.getRequiredQualifier(ApiNames.STREAM);
            Type producer = producer(target.getRequiredType());
            // Whatever else has the qualifier is for the container to resolve, or to complain about.
            if (qualifier == null || producer == null) {
                continue;
            }
            String stream = qualifier.value().asString();
            if (!stream.contains("${") && !Names.isValid(stream)) {
                errors.produce(new ValidationErrorBuildItem(new DefinitionException("Producer " + target.getTargetInfo()
                        + " names the stream '" + stream + "', but a name has " + Names.RULE + ".")));
            } else {
                streams.produce(new DeclaredStreamBuildItem(stream, payload(producer)));
            }
        }
    }

    /** The producer's type, also where it is looked up by an {@code Instance}; null if it is something else. */
    private static Type producer(Type required) {
        if (required.name().equals(ApiNames.PRODUCER)) {
            return required;
        }
        return required.kind() == Type.Kind.PARAMETERIZED_TYPE
                        && required.asParameterizedType().arguments().size() == 1
                ? producer(required.asParameterizedType().arguments().get(0))
                : null;
    }

    /** Null for a raw type. */
    private static Type payload(Type producer) {
        return producer.kind() == Type.Kind.PARAMETERIZED_TYPE
                ? producer.asParameterizedType().arguments().get(0)
                : null;
    }
}
