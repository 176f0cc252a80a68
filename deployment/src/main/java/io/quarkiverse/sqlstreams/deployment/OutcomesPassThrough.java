package io.quarkiverse.sqlstreams.deployment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationTransformation;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassType;
import org.jboss.jandex.Declaration;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Type;

/**
 * Adds {@code TerminalException} and {@code DelayException} to what the fault tolerance annotations of consumer methods
 * and their classes let through. An annotation that names one of them itself is obeyed for that one.
 */
final class OutcomesPassThrough implements AnnotationTransformation {

    private static final String PACKAGE = "org.eclipse.microprofile.faulttolerance.";

    /** The member of each annotation that lists what it lets through. */
    private static final Map<DotName, String> LETS_THROUGH = Map.of(
            DotName.createSimple(PACKAGE + "Retry"), "abortOn",
            DotName.createSimple(PACKAGE + "Fallback"), "skipOn",
            DotName.createSimple(PACKAGE + "CircuitBreaker"), "skipOn");

    private static final List<DotName> OUTCOMES = List.of(ApiNames.TERMINAL_EXCEPTION, ApiNames.DELAY_EXCEPTION);

    private final Set<DotName> classes;

    /** @param classes whose annotations apply to consumer methods */
    OutcomesPassThrough(Set<DotName> classes) {
        this.classes = classes;
    }

    @Override
    public boolean supports(AnnotationTarget.Kind kind) {
        return kind == AnnotationTarget.Kind.CLASS || kind == AnnotationTarget.Kind.METHOD;
    }

    @Override
    public void apply(TransformationContext context) {
        if (!concerns(context.declaration())) {
            return;
        }
        List<AnnotationInstance> mended = new ArrayList<>();
        for (AnnotationInstance annotation : context.annotations()) {
            String member = LETS_THROUGH.get(annotation.name());
            List<DotName> missing = member == null ? List.of() : missing(annotation);
            if (!missing.isEmpty()) {
                mended.add(with(annotation, member, missing));
            }
        }
        for (AnnotationInstance annotation : mended) {
            context.remove(old -> old.name().equals(annotation.name()));
            context.add(annotation);
        }
    }

    private boolean concerns(Declaration declaration) {
        return declaration.kind() == AnnotationTarget.Kind.CLASS
                ? classes.contains(declaration.asClass().name())
                : declaration.asMethod().hasDeclaredAnnotation(ApiNames.CONSUME);
    }

    private static List<DotName> missing(AnnotationInstance annotation) {
        List<DotName> missing = new ArrayList<>(OUTCOMES);
        for (AnnotationValue value : annotation.values()) {
            if (value.kind() == AnnotationValue.Kind.ARRAY && value.componentKind() == AnnotationValue.Kind.CLASS) {
                for (Type named : value.asClassArray()) {
                    missing.remove(named.name());
                }
            }
        }
        return missing;
    }

    private static AnnotationInstance with(AnnotationInstance annotation, String member, List<DotName> added) {
        List<AnnotationValue> values = new ArrayList<>();
        List<AnnotationValue> passing = new ArrayList<>();
        for (AnnotationValue value : annotation.values()) {
            if (value.name().equals(member)) {
                Arrays.stream(value.asClassArray())
                        .forEach(type -> passing.add(AnnotationValue.createClassValue("", type)));
            } else {
                values.add(value);
            }
        }
        added.forEach(name -> passing.add(AnnotationValue.createClassValue("", ClassType.create(name))));
        values.add(AnnotationValue.createArrayValue(member, passing.toArray(AnnotationValue[]::new)));
        return AnnotationInstance.create(annotation.name(), annotation.target(), values);
    }
}
