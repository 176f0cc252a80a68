package io.quarkiverse.sqlstreams.runtime.policy;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.AnnotationPolicy;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.GroupConfig;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Puts a group's policy together. What is configured for the group wins over its annotation, that over the configured
 * defaults, those over {@link GroupPolicy#DEFAULT}.
 */
public final class PolicyResolver {

    private PolicyResolver() {}

    /**
     * The policy of one group.
     *
     * @param expressions resolves configuration expressions in the annotation's members
     * @throws SqlStreamsException naming every impossible value and where it is written
     */
    public static GroupPolicy resolve(
            String stream,
            String group,
            AnnotationPolicy annotation,
            SqlStreamsRuntimeConfig config,
            UnaryOperator<String> expressions) {
        List<String> problems = new ArrayList<>();
        GroupPolicy policy = resolve(stream, group, null, annotation, config, expressions, problems);
        failIfAny(problems);
        return policy;
    }

    /**
     * The policy of one group, and what is impossible about it. With neither a configuration nor expressions it finds
     * what is impossible about the annotation alone.
     *
     * @param stream the stream's name; with a configuration, expressions in it are resolved already
     * @param group the group's name; with a configuration, expressions in it are resolved already
     * @param method for problems of the annotation: {@code com.acme.Cards#charge}; may be null
     * @param annotation may be null
     * @param config may be null
     * @param expressions may be null: members with expressions then count as unset
     * @param problems takes what is impossible; the policy returned is of no use if there is anything
     */
    public static GroupPolicy resolve(
            String stream,
            String group,
            String method,
            AnnotationPolicy annotation,
            SqlStreamsRuntimeConfig config,
            UnaryOperator<String> expressions,
            List<String> problems) {
        if (config != null) {
            name("stream", stream, method, problems);
            name("group", group, method, problems);
        }
        PolicySources sources = new PolicySources(stream, group, method, expressions, problems);
        GroupConfig configured = PolicyLookup.configured(config, stream, group);
        return new PolicyLookup(sources, configured, annotation, config == null ? null : config.defaults(), problems)
                .find();
    }

    /** Names of the exceptions that make a message of the group dead: the annotation's and all configured ones. */
    public static Set<String> terminalOn(
            String stream, String group, AnnotationPolicy annotation, SqlStreamsRuntimeConfig config) {
        Set<String> names = new TreeSet<>();
        if (annotation != null && annotation.getTerminalOn() != null) {
            names.addAll(annotation.getTerminalOn());
        }
        GroupConfig configured = PolicyLookup.configured(config, stream, group);
        if (configured != null) {
            add(names, configured.terminalOn());
        }
        if (config != null) {
            add(names, config.defaults().terminalOn());
        }
        return names;
    }

    /**
     * Checks what holds for all groups of this instance, the configured defaults and the names of configured streams
     * and groups included.
     *
     * @throws SqlStreamsException naming every impossible value and its key
     */
    public static void validateInstance(SqlStreamsRuntimeConfig config) {
        List<String> problems = new ArrayList<>();
        validateInstance(config, problems);
        failIfAny(problems);
    }

    /** The same, collecting what is impossible. */
    public static void validateInstance(SqlStreamsRuntimeConfig config, List<String> problems) {
        new InstanceCheck(config, problems).check();
    }

    /** @throws SqlStreamsException with all problems, if there are any */
    public static void failIfAny(List<String> problems) {
        if (!problems.isEmpty()) {
            // A default that is impossible is found once for each group that takes it.
            String all = String.join(System.lineSeparator(), new LinkedHashSet<>(problems));
            throw Errors.permanent(LOG.impossibleConfiguration(all));
        }
    }

    private static void name(String kind, String name, String method, List<String> problems) {
        if (!Names.isValid(name)) {
            problems.add("@Consume " + kind + (method == null ? "" : " of " + method) + " is '"
                    + CappedText.line(String.valueOf(name), 300) + "', but must be " + Names.RULE);
        }
    }

    private static void add(Set<String> names, Optional<List<String>> configured) {
        configured.ifPresent(names::addAll);
    }
}
