package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRecorder;
import io.quarkus.arc.deployment.AutoAddScopeBuildItem;
import io.quarkus.arc.deployment.BeanArchiveIndexBuildItem;
import io.quarkus.arc.deployment.BeanRegistrationPhaseBuildItem;
import io.quarkus.arc.deployment.BeanRegistrationPhaseBuildItem.BeanConfiguratorBuildItem;
import io.quarkus.arc.deployment.InvokerFactoryBuildItem;
import io.quarkus.arc.deployment.SyntheticBeanBuildItem;
import io.quarkus.arc.deployment.UnremovableBeanBuildItem;
import io.quarkus.arc.deployment.ValidationPhaseBuildItem.ValidationErrorBuildItem;
import io.quarkus.arc.processor.BeanInfo;
import io.quarkus.arc.processor.BuiltinScope;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.ExecutionTime;
import io.quarkus.deployment.annotations.Record;
import io.quarkus.deployment.recording.RecorderContext;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.inject.Singleton;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.logging.Logger;

/** The consumer methods: finds and checks them, and hands them to the application. */
final class ConsumerProcessor {

    private static final Logger LOG = Logger.getLogger(ConsumerProcessor.class);

    @BuildStep
    AutoAddScopeBuildItem scope() {
        return AutoAddScopeBuildItem.builder()
                .match((clazz, annotations, index) -> ConsumerClasses.consumesByItself(clazz, index))
                .defaultScope(BuiltinScope.SINGLETON)
                .reason("Found @Consume methods")
                .build();
    }

    @BuildStep
    UnremovableBeanBuildItem keepBeans(BeanArchiveIndexBuildItem archive) {
        return new UnremovableBeanBuildItem((BeanInfo bean) -> bean.isClassBean()
                && ConsumerClasses.consumes(bean.getTarget().get().asClass(), archive.getIndex()));
    }

    /** Runs while beans are registered, which is when invokers can be made. */
    @BuildStep
    void find(
            BeanRegistrationPhaseBuildItem registration,
            BeanArchiveIndexBuildItem archive,
            InvokerFactoryBuildItem invokers,
            BuildProducer<ConsumerMethodBuildItem> consumers,
            BuildProducer<ValidationErrorBuildItem> errors,
            BuildProducer<BeanConfiguratorBuildItem> beforeBeansAreGenerated) {
        IndexView index = archive.getIndex();
        List<String> problems = new ArrayList<>(abstractConsumers(index));
        List<ConsumerCandidate> candidates = new ArrayList<>();
        for (BeanInfo bean : registration.getContext().beans().classBeans()) {
            for (ConsumerCandidate candidate :
                    ConsumerCandidate.of(bean.getTarget().get().asClass(), index)) {
                candidates.add(candidate);
                List<String> found = ConsumerValidation.validate(candidate);
                if (found.isEmpty()) {
                    CommittedFailures.warnings(candidate, index).forEach(LOG::warn);
                    consumers.produce(new ConsumerMethodBuildItem(
                            candidate,
                            invokers.createInvoker(bean, candidate.method())
                                    .withInstanceLookup()
                                    .build()));
                }
                problems.addAll(found);
            }
        }
        problems.addAll(ConsumerValidation.duplicates(candidates));
        problems.stream()
                .sorted()
                .distinct()
                .map(DefinitionException::new)
                .forEach(problem -> errors.produce(new ValidationErrorBuildItem(problem)));
    }

    @BuildStep
    @Record(ExecutionTime.RUNTIME_INIT)
    DeclaredConsumersBuildItem record(
            List<ConsumerMethodBuildItem> methods,
            List<DeclaredStreamBuildItem> written,
            SqlStreamsRecorder recorder,
            RecorderContext context,
            BuildProducer<SyntheticBeanBuildItem> beans) {
        List<ConsumerMethod> consumers = new ArrayList<>();
        TreeSet<String> streams = new TreeSet<>();
        written.forEach(stream -> streams.add(stream.name()));
        List<ConsumerMethodBuildItem> sorted = new ArrayList<>(methods);
        sorted.sort(Comparator.comparing((ConsumerMethodBuildItem item) -> item.consumer().stream())
                .thenComparing(item -> item.consumer().group())
                .thenComparing(item -> item.consumer().name()));
        for (ConsumerMethodBuildItem item : sorted) {
            consumers.add(consumer(item, context));
            streams.add(item.consumer().stream());
        }
        DeclaredConsumersBuildItem declared =
                new DeclaredConsumersBuildItem(recorder.declaredConsumers(consumers, List.copyOf(streams)));
        beans.produce(SyntheticBeanBuildItem.configure(DeclaredConsumers.class)
                .scope(Singleton.class)
                .runtimeValue(declared.value())
                .setRuntimeInit()
                .unremovable()
                .done());
        return declared;
    }

    private static ConsumerMethod consumer(ConsumerMethodBuildItem item, RecorderContext context) {
        ConsumerCandidate consumer = item.consumer();
        ConsumerSignature signature = item.signature();
        return new ConsumerMethod(
                consumer.stream(),
                consumer.group(),
                consumer.name(),
                context.newInstance(item.invoker().getClassName()),
                signature.parameters(),
                signature.payload() == null ? null : PayloadType.canonical(signature.payload()),
                ConsumerModel.of(consumer),
                ConsumeAnnotation.startAt(consumer.consume()),
                ConsumeAnnotation.policy(consumer.consume()));
    }

    /** No bean has them, so they are looked for where they are declared. */
    private static List<String> abstractConsumers(IndexView index) {
        List<String> problems = new ArrayList<>();
        for (AnnotationInstance consume : index.getAnnotations(ApiNames.CONSUME)) {
            MethodInfo method = consume.target().asMethod();
            if (Modifier.isAbstract(method.flags())) {
                ClassInfo declaring = method.declaringClass();
                problems.addAll(
                        ConsumerValidation.validate(new ConsumerCandidate(declaring, method, consume, Map.of())));
            }
        }
        return problems;
    }
}
