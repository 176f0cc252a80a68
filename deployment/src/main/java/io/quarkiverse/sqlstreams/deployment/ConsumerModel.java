package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.HandlerModel;
import io.quarkiverse.sqlstreams.runtime.HandlerModel.Result;
import io.quarkiverse.sqlstreams.runtime.HandlerModel.RunsOn;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/**
 * How a consumer method is called: as everywhere in Quarkus a {@code Uni} or a {@code CompletionStage} means that it does
 * not block, anything else that it may, and an annotation on the method, else on the class, says otherwise.
 */
final class ConsumerModel {

    private static final DotName UNI = DotName.createSimple("io.smallrye.mutiny.Uni");
    private static final DotName STAGE = DotName.createSimple("java.util.concurrent.CompletionStage");
    private static final DotName FUTURE = DotName.createSimple("java.util.concurrent.CompletableFuture");
    private static final DotName VOID = DotName.createSimple("java.lang.Void");

    private static final DotName BLOCKING = DotName.createSimple("io.smallrye.common.annotation.Blocking");
    private static final DotName NON_BLOCKING = DotName.createSimple("io.smallrye.common.annotation.NonBlocking");
    private static final DotName VIRTUAL_THREAD =
            DotName.createSimple("io.smallrye.common.annotation.RunOnVirtualThread");
    private static final List<DotName> MODELS = List.of(BLOCKING, NON_BLOCKING, VIRTUAL_THREAD);
    private static final DotName TRANSACTIONAL = DotName.createSimple("jakarta.transaction.Transactional");

    private ConsumerModel() {}

    /** How a valid method is called. */
    static HandlerModel of(ConsumerCandidate consumer) {
        Type returned = consumer.method().returnType();
        Result result = result(returned);
        Type item = result == Result.DIRECT ? returned : item(returned);
        return new HandlerModel(result, item != null && item.name().equals(ApiNames.OUTCOME), thread(consumer, result));
    }

    /** What is wrong with what it returns, or with where it is to run. */
    static List<String> problems(ConsumerCandidate consumer) {
        List<String> problems = new ArrayList<>();
        String subject = "Consumer " + consumer.name();
        Type returned = consumer.method().returnType();
        Result result = result(returned);
        Type item = result == Result.DIRECT ? returned : item(returned);
        if (item == null
                || item.kind() != Type.Kind.VOID
                        && !item.name().equals(ApiNames.OUTCOME)
                        && !(result != Result.DIRECT && item.name().equals(VOID))) {
            problems.add(subject + " returns " + returned + ". Return "
                    + (result == Result.DIRECT
                            ? "void or Outcome, or a Uni or CompletionStage of Void or Outcome."
                            : returned.name().withoutPackagePrefix() + "<Void> or "
                                    + returned.name().withoutPackagePrefix() + "<Outcome>."));
        }
        List<String> asked = new ArrayList<>();
        for (DotName model : declared(consumer.method())) {
            asked.add("@" + model.withoutPackagePrefix());
        }
        if (asked.size() > 1) {
            problems.add(subject + " has " + String.join(" and ", asked) + ". Keep one of them.");
        } else if (result != Result.DIRECT && asked.contains("@RunOnVirtualThread")) {
            problems.add(subject + " has @RunOnVirtualThread, but returns " + returned
                    + ", which does not block. Remove the annotation, or return void or Outcome.");
        } else if (asked.contains("@NonBlocking") && isTransactional(consumer)) {
            problems.add(
                    subject + " has @NonBlocking and @Transactional, but a transaction blocks. Remove one of them.");
        }
        return problems;
    }

    private static Result result(Type returned) {
        DotName name = returned.name();
        return name.equals(UNI) ? Result.UNI : name.equals(STAGE) || name.equals(FUTURE) ? Result.STAGE : Result.DIRECT;
    }

    /** Null for a raw type. */
    private static Type item(Type returned) {
        return returned.kind() == Type.Kind.PARAMETERIZED_TYPE
                ? returned.asParameterizedType().arguments().get(0)
                : null;
    }

    private static RunsOn thread(ConsumerCandidate consumer, Result result) {
        List<DotName> declared = declared(consumer.method());
        if (declared.isEmpty()) {
            declared = declared(consumer.beanClass());
        }
        if (declared.contains(VIRTUAL_THREAD)) {
            return RunsOn.VIRTUAL_THREAD;
        }
        if (declared.contains(BLOCKING) || isTransactional(consumer)) {
            return RunsOn.WORKER;
        }
        return declared.contains(NON_BLOCKING) || result != Result.DIRECT ? RunsOn.EVENT_LOOP : RunsOn.WORKER;
    }

    private static List<DotName> declared(MethodInfo method) {
        return MODELS.stream().filter(method::hasDeclaredAnnotation).toList();
    }

    private static List<DotName> declared(ClassInfo clazz) {
        return MODELS.stream().filter(clazz::hasDeclaredAnnotation).toList();
    }

    static boolean isTransactional(ConsumerCandidate consumer) {
        return consumer.method().hasDeclaredAnnotation(TRANSACTIONAL)
                || consumer.beanClass().hasDeclaredAnnotation(TRANSACTIONAL)
                || consumer.method().declaringClass().hasDeclaredAnnotation(TRANSACTIONAL);
    }
}
