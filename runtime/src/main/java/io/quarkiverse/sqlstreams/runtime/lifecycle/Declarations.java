package io.quarkiverse.sqlstreams.runtime.lifecycle;

import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.StreamConfig;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Names;
import io.quarkiverse.sqlstreams.runtime.policy.PolicyResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SortedSet;
import java.util.TreeSet;

/** What the application declares, with its expressions resolved and its policies put together. */
final class Declarations {

    private final SortedSet<String> streams = new TreeSet<>();
    private final List<Group> groups = new ArrayList<>();

    /** A group that has no id yet. */
    record Group(String stream, String name, ConsumerMethod method, GroupPolicy policy) {}

    private Declarations() {}

    /** @throws io.quarkiverse.sqlstreams.SqlStreamsException with everything that is impossible */
    static Declarations of(DeclaredConsumers declared, SqlStreamsRuntimeConfig config, Expressions expressions) {
        List<String> problems = new ArrayList<>();
        PolicyResolver.validateInstance(config, problems);
        Declarations declarations = new Declarations();
        for (String stream : declared.streams()) {
            String name = resolve(expressions, stream, "The stream", problems);
            if (name != null && !Names.isValid(name)) {
                problems.add("The stream " + stream + " is '" + name + "', but must be " + Names.RULE);
            } else if (name != null) {
                declarations.streams.add(name);
            }
        }
        Map<String, String> methods = new HashMap<>();
        for (ConsumerMethod method : declared.consumers()) {
            declarations.group(method, config, expressions, methods, problems);
        }
        PolicyResolver.failIfAny(problems);
        return declarations;
    }

    private void group(
            ConsumerMethod method,
            SqlStreamsRuntimeConfig config,
            Expressions expressions,
            Map<String, String> methods,
            List<String> problems) {
        String stream = resolve(expressions, method.getStream(), "@Consume stream of " + method.getMethod(), problems);
        String name = resolve(expressions, method.getGroup(), "@Consume group of " + method.getMethod(), problems);
        if (stream == null || name == null) {
            return;
        }
        GroupPolicy policy = PolicyResolver.resolve(
                stream, name, method.getMethod(), method.getPolicy(), config, expressions, problems);
        String other = methods.put(stream + '/' + name, method.getMethod());
        if (other != null) {
            problems.add("Stream '" + stream + "' has two consumers for the group '" + name + "': " + other + ", "
                    + method.getMethod() + ". Remove one, or set its group.");
        }
        groups.add(new Group(stream, name, method, policy));
    }

    SortedSet<String> streams() {
        return streams;
    }

    List<Group> groups() {
        return groups;
    }

    /** The settings of a stream; null if it has none. */
    static StreamConfig settings(SqlStreamsRuntimeConfig config, String stream) {
        return config.streams().get(stream);
    }

    private static String resolve(Expressions expressions, String text, String what, List<String> problems) {
        try {
            return expressions.apply(text);
        } catch (NoSuchElementException e) {
            problems.add(what + " is " + text + ", but there is " + e.getMessage());
            return null;
        }
    }
}
