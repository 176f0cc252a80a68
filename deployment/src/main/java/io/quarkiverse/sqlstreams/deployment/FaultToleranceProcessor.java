package io.quarkiverse.sqlstreams.deployment;

import io.quarkus.arc.deployment.AnnotationsTransformerBuildItem;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import java.util.HashSet;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/** Fault tolerance of a consumer leaves alone what is an outcome and no fault. */
final class FaultToleranceProcessor {

    @BuildStep
    AnnotationsTransformerBuildItem outcomesPassThrough(CombinedIndexBuildItem combined) {
        return new AnnotationsTransformerBuildItem(new OutcomesPassThrough(classes(combined.getIndex())));
    }

    /** Every class whose annotations apply to a consumer method. */
    private static Set<DotName> classes(IndexView index) {
        Set<DotName> classes = new HashSet<>();
        for (AnnotationInstance consume : index.getAnnotations(ApiNames.CONSUME)) {
            ClassInfo declaring = consume.target().asMethod().declaringClass();
            addWithSuperclasses(declaring, index, classes);
            for (ClassInfo heir : declaring.isInterface()
                    ? index.getAllKnownImplementations(declaring.name())
                    : index.getAllKnownSubclasses(declaring.name())) {
                addWithSuperclasses(heir, index, classes);
            }
        }
        return classes;
    }

    private static void addWithSuperclasses(ClassInfo clazz, IndexView index, Set<DotName> classes) {
        for (ClassInfo current = clazz; current != null; current = index.getClassByName(current.superName())) {
            classes.add(current.name());
            if (current.superName() == null) {
                return;
            }
        }
    }
}
