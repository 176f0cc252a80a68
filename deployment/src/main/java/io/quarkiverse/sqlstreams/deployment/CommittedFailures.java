package io.quarkiverse.sqlstreams.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.Type;

/**
 * Finds checked exceptions of a {@code @Transactional} consumer that commit what its failed run did: Jakarta Transactions
 * rolls back for unchecked ones only.
 */
final class CommittedFailures {

    private static final DotName TRANSACTIONAL = DotName.createSimple("jakarta.transaction.Transactional");

    /** Without a transaction of the method's own there is nothing to roll back. */
    private static final Set<String> WITHOUT_TRANSACTION = Set.of("NEVER", "NOT_SUPPORTED");

    private static final DotName THROWABLE = DotName.createSimple(Throwable.class);
    private static final Set<DotName> UNCHECKED =
            Set.of(DotName.createSimple(RuntimeException.class), DotName.createSimple(Error.class));

    private CommittedFailures() {}

    static List<String> warnings(ConsumerCandidate consumer, IndexView index) {
        AnnotationInstance transactional = transactional(consumer, index);
        if (transactional == null) {
            return List.of();
        }
        AnnotationValue type = transactional.value();
        if (type != null && WITHOUT_TRANSACTION.contains(type.asEnum())) {
            return List.of();
        }
        AnnotationValue rollbackOn = transactional.value("rollbackOn");
        List<String> warnings = new ArrayList<>();
        for (Type exception : consumer.method().exceptions()) {
            if (!isA(exception.name(), UNCHECKED, index) && !isCovered(exception.name(), rollbackOn, index)) {
                warnings.add("Consumer " + consumer.name() + " is @Transactional and declares " + exception.name()
                        + ", which commits what the failed run did before the message runs again. Add it to rollbackOn,"
                        + " or wrap it in an unchecked exception.");
            }
        }
        return warnings;
    }

    private static AnnotationInstance transactional(ConsumerCandidate consumer, IndexView index) {
        AnnotationInstance onMethod = consumer.method().declaredAnnotation(TRANSACTIONAL);
        if (onMethod != null) {
            return onMethod;
        }
        for (ClassInfo clazz = consumer.beanClass(); clazz != null; clazz = superClass(clazz, index)) {
            AnnotationInstance onClass = clazz.declaredAnnotation(TRANSACTIONAL);
            if (onClass != null) {
                return onClass;
            }
        }
        return null;
    }

    private static boolean isCovered(DotName exception, AnnotationValue rollbackOn, IndexView index) {
        if (rollbackOn == null) {
            return false;
        }
        for (Type covered : rollbackOn.asClassArray()) {
            if (isA(exception, Set.of(covered.name()), index)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isA(DotName exception, Set<DotName> types, IndexView index) {
        if (types.contains(exception) || types.contains(THROWABLE)) {
            return true;
        }
        ClassInfo clazz = index.getClassByName(exception);
        return clazz != null && clazz.superName() != null && isA(clazz.superName(), types, index);
    }

    private static ClassInfo superClass(ClassInfo clazz, IndexView index) {
        return clazz.superName() == null ? null : index.getClassByName(clazz.superName());
    }
}
