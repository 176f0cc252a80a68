package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.StartAt;
import io.quarkiverse.sqlstreams.runtime.AnnotationBounds;
import io.quarkiverse.sqlstreams.runtime.AnnotationPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.Type;

/** Reads {@code @Consume} from the index: null for what is not set. */
final class ConsumeAnnotation {

    private ConsumeAnnotation() {}

    static String startAt(AnnotationInstance consume) {
        AnnotationValue value = consume.value("startAt");
        return value == null ? StartAt.OLDEST.name() : value.asEnum();
    }

    static AnnotationPolicy policy(AnnotationInstance consume) {
        return new AnnotationPolicy(
                number(consume, "concurrency"),
                number(consume, "maxRetries"),
                text(consume, "initialBackoff"),
                text(consume, "baseDelay"),
                fraction(consume, "exponent"),
                text(consume, "maxDelay"),
                fraction(consume, "jitter"),
                number(consume, "maxDelays"),
                text(consume, "maxWaiting"),
                text(consume, "timeout"),
                classes(consume, "terminalOn"),
                bounds(consume, "floor"),
                bounds(consume, "ceiling"));
    }

    private static AnnotationBounds bounds(AnnotationInstance consume, String member) {
        AnnotationValue value = consume.value(member);
        if (value == null) {
            return null;
        }
        AnnotationInstance bounds = value.asNested();
        return new AnnotationBounds(
                number(bounds, "maxRetries"),
                number(bounds, "maxDelays"),
                text(bounds, "maxWaiting"),
                text(bounds, "initialBackoff"),
                text(bounds, "timeout"));
    }

    private static Integer number(AnnotationInstance annotation, String member) {
        AnnotationValue value = annotation.value(member);
        return value == null || value.asInt() == Consume.UNSET ? null : (Integer) value.asInt();
    }

    private static Double fraction(AnnotationInstance annotation, String member) {
        AnnotationValue value = annotation.value(member);
        return value == null || Double.isNaN(value.asDouble()) ? null : (Double) value.asDouble();
    }

    private static String text(AnnotationInstance annotation, String member) {
        AnnotationValue value = annotation.value(member);
        return value == null || value.asString().isEmpty() ? null : value.asString();
    }

    private static List<String> classes(AnnotationInstance annotation, String member) {
        List<String> names = new ArrayList<>();
        AnnotationValue value = annotation.value(member);
        if (value != null) {
            for (Type type : value.asClassArray()) {
                names.add(type.name().toString());
            }
        }
        return names;
    }
}
