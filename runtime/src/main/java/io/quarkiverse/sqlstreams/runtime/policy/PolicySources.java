package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/** Looks a property up where it may be written: the group's configuration, the annotation, the configured defaults. */
final class PolicySources {

    private static final String DEFAULTS = "quarkus.sqlstreams.defaults.";

    private final String groupPrefix;
    private final String annotation;
    private final String method;
    private final UnaryOperator<String> expressions;
    private final List<String> problems;

    PolicySources(
            String stream, String group, String method, UnaryOperator<String> expressions, List<String> problems) {
        this.groupPrefix = groupKey(stream, group) + ".";
        this.annotation = "@Consume(stream = \"" + stream + "\", group = \"" + group + "\") ";
        this.method = method == null ? "" : " of " + method;
        this.expressions = expressions;
        this.problems = problems;
    }

    static String groupKey(String stream, String group) {
        return streamKey(stream) + ".groups.\"" + group + "\"";
    }

    static String streamKey(String stream) {
        return "quarkus.sqlstreams.streams.\"" + stream + "\"";
    }

    Found<Integer> integer(
            String name, OptionalInt configured, Integer annotated, OptionalInt defaulted, Integer builtIn) {
        return first(name, boxed(configured), annotated, boxed(defaulted), builtIn);
    }

    Found<Double> number(
            String name, OptionalDouble configured, Double annotated, OptionalDouble defaulted, Double builtIn) {
        return first(name, boxed(configured), annotated, boxed(defaulted), builtIn);
    }

    Found<Duration> duration(
            String name,
            Optional<Duration> configured,
            String annotated,
            Optional<Duration> defaulted,
            Duration builtIn) {
        // What is overridden is not read: an expression in it may have no value here.
        Duration read = configured.isPresent() ? null : read(name, annotated);
        return first(name, configured.orElse(null), read, defaulted.orElse(null), builtIn);
    }

    private <T> Found<T> first(String name, T configured, T annotated, T defaulted, T builtIn) {
        if (configured != null) {
            return new Found<>(configured, groupPrefix + name, false);
        }
        if (annotated != null) {
            return new Found<>(annotated, annotated(name), false);
        }
        if (defaulted != null) {
            return new Found<>(defaulted, DEFAULTS + name, false);
        }
        return new Found<>(builtIn, groupPrefix + name, true);
    }

    private Duration read(String name, String annotated) {
        if (annotated == null || annotated.isBlank()) {
            return null;
        }
        if (expressions == null && annotated.contains("${")) {
            return null;
        }
        try {
            String text = expressions == null ? annotated : expressions.apply(annotated);
            return text == null || text.isBlank() ? null : DurationConverter.parseDuration(text.trim());
        } catch (RuntimeException unreadable) {
            problems.add(annotated(name) + " is '" + annotated + "', but must be a duration such as 500ms, 30s or PT6H"
                    + " (" + Reason.of(unreadable) + ")");
            return null;
        }
    }

    private String annotated(String name) {
        return annotation + camelCase(name) + method;
    }

    private static Integer boxed(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }

    private static Double boxed(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }

    private static String camelCase(String name) {
        StringBuilder camel = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            camel.append(c == '-' ? Character.toUpperCase(name.charAt(++i)) : c);
        }
        return camel.toString();
    }
}
