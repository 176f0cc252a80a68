package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.delivery.OwnFailure;
import io.quarkus.arc.deployment.AnnotationsTransformerBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTransformation;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;

/** Transactional consumers: what they throw is noted inside their transaction. */
final class TransactionProcessor {

    private static final DotName TRANSACTIONAL = DotName.createSimple("jakarta.transaction.Transactional");

    @BuildStep(onlyIf = SqlStreamsEnabled.class)
    AnnotationsTransformerBuildItem noteFailures(CombinedIndexBuildItem combined) {
        IndexView index = combined.getIndex();
        return new AnnotationsTransformerBuildItem(AnnotationTransformation.forMethods()
                .whenMethod(method -> method.hasDeclaredAnnotation(ApiNames.CONSUME) && isTransactional(method, index))
                .transform(context ->
                        context.add(AnnotationInstance.builder(OwnFailure.class).build())));
    }

    private static boolean isTransactional(MethodInfo method, IndexView index) {
        ClassInfo declaring = method.declaringClass();
        return method.hasDeclaredAnnotation(TRANSACTIONAL)
                || declaring.hasDeclaredAnnotation(TRANSACTIONAL)
                || index.getAllKnownSubclasses(declaring.name()).stream()
                        .anyMatch(heir -> heir.hasDeclaredAnnotation(TRANSACTIONAL));
    }
}
