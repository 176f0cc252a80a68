package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.runtime.AnnotationPolicy;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Puts a group's policy together: its own configuration, its annotation, the configured defaults, the built-in ones. */
public final class PolicyResolver {

    private PolicyResolver() {}

    public static GroupPolicy resolve(
            String stream,
            String group,
            AnnotationPolicy annotation,
            SqlStreamsRuntimeConfig config,
            UnaryOperator<String> expressions) {
        throw new UnsupportedOperationException();
    }

    /** As above, collecting what is wrong instead of throwing; {@code method} is named in problems of its annotation. */
    public static GroupPolicy resolve(
            String stream,
            String group,
            String method,
            AnnotationPolicy annotation,
            SqlStreamsRuntimeConfig config,
            UnaryOperator<String> expressions,
            List<String> problems) {
        throw new UnsupportedOperationException();
    }

    public static Set<String> terminalOn(
            String stream, String group, AnnotationPolicy annotation, SqlStreamsRuntimeConfig config) {
        throw new UnsupportedOperationException();
    }

    public static void validateInstance(SqlStreamsRuntimeConfig config) {
        throw new UnsupportedOperationException();
    }
}
