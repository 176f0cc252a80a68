package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.ConsumerParameter;
import io.quarkiverse.sqlstreams.runtime.policy.Names;
import io.quarkiverse.sqlstreams.runtime.policy.PolicyResolver;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;

/** What is wrong with a consumer method: each message says what, where, and what to do. */
final class ConsumerValidation {

    /** Prefixes of types that are no payload, whatever the application hoped for. */
    private static final Set<String> NEVER_A_PAYLOAD = Set.of(
            "io.quarkiverse.sqlstreams.DeliveryPolicy",
            "io.quarkiverse.sqlstreams.Outcome",
            "io.quarkiverse.sqlstreams.Produce",
            "io.smallrye.mutiny.",
            "io.smallrye.reactive.messaging.",
            "io.vertx.core.eventbus.",
            "jakarta.enterprise.",
            "jakarta.persistence.",
            "jakarta.transaction.",
            "java.sql.Connection",
            "java.util.concurrent.",
            "org.eclipse.microprofile.reactive.messaging.",
            "org.hibernate.");

    private ConsumerValidation() {}

    /** What is wrong with one method. */
    static List<String> validate(ConsumerCandidate consumer) {
        List<String> problems = new ArrayList<>();
        declaration(consumer, problems);
        parameters(consumer, problems);
        problems.addAll(ConsumerModel.problems(consumer));
        name("stream", consumer.stream(), consumer, problems);
        name("group", consumer.group(), consumer, problems);
        PolicyResolver.resolve(
                consumer.stream(),
                consumer.group(),
                consumer.name(),
                ConsumeAnnotation.policy(consumer.consume()),
                null,
                null,
                problems);
        return problems;
    }

    /** Groups of one stream that more than one method claims. */
    static List<String> duplicates(Collection<ConsumerCandidate> consumers) {
        Map<String, Map<String, List<ConsumerCandidate>>> claims = new TreeMap<>();
        for (ConsumerCandidate consumer : consumers) {
            claims.computeIfAbsent(consumer.stream(), stream -> new TreeMap<>())
                    .computeIfAbsent(consumer.group(), group -> new ArrayList<>())
                    .add(consumer);
        }
        List<String> problems = new ArrayList<>();
        claims.forEach((stream, groups) -> groups.forEach((group, found) -> {
            if (found.size() > 1) {
                problems.add("Stream '" + stream + "' has " + (found.size() == 2 ? "two" : found.size())
                        + " consumers in group '" + group + "': "
                        + found.stream().map(ConsumerCandidate::name).sorted().collect(Collectors.joining(", "))
                        + ". Remove " + (found.size() == 2 ? "one" : "all but one") + ", or set its group.");
            }
        }));
        return problems;
    }

    private static void declaration(ConsumerCandidate consumer, List<String> problems) {
        MethodInfo method = consumer.method();
        if (Modifier.isPrivate(method.flags())) {
            problems.add(subject(consumer) + " is private. Make it package-private, protected or public.");
        }
        if (Modifier.isStatic(method.flags())) {
            problems.add(subject(consumer) + " is static. Remove 'static': it is called on its bean.");
        }
        if (Modifier.isAbstract(method.flags())) {
            problems.add(subject(consumer) + " is abstract. Put @Consume on the method that implements it.");
        }
        if (!method.typeParameters().isEmpty()) {
            problems.add(subject(consumer) + " declares type parameters of its own. Name the types instead.");
        }
    }

    private static void parameters(ConsumerCandidate consumer, List<String> problems) {
        if (!consumer.method().typeParameters().isEmpty()) {
            return;
        }
        ConsumerSignature signature = ConsumerSignature.of(consumer);
        List<Type> payloads = signature.payloads();
        for (Type payload : payloads) {
            if (isNeverAPayload(payload)) {
                problems.add(subject(consumer) + " takes a " + payload
                        + ", which is no payload. A consumer takes the payload, a MessageMeta or a Message.");
                return;
            }
            if (PayloadType.isOpen(payload)) {
                problems.add(subject(consumer) + " has the payload type " + payload + ", which "
                        + consumer.beanClass().name() + " leaves open. Name the type.");
                return;
            }
            if (PayloadType.isGenericArray(payload)) {
                problems.add(subject(consumer) + " has the payload type " + payload
                        + ", an array of a generic type. Take a java.util.List instead.");
                return;
            }
        }
        Set<String> types =
                payloads.stream().map(PayloadType::canonical).collect(Collectors.toCollection(TreeSet::new));
        long plain = signature.parameters().stream()
                .filter(parameter -> parameter == ConsumerParameter.PAYLOAD)
                .count();
        if (types.size() > 1 || plain > 1) {
            problems.add(subject(consumer) + " takes "
                    + payloads.stream().map(Type::toString).collect(Collectors.joining(" and "))
                    + ", but a message has one payload. The other parameters can be a MessageMeta or a Message of the"
                    + " same type.");
        }
    }

    private static void name(String kind, String name, ConsumerCandidate consumer, List<String> problems) {
        if (!name.contains("${") && !Names.isValid(name)) {
            problems.add(
                    subject(consumer) + " names the " + kind + " '" + name + "', but a name has " + Names.RULE + ".");
        }
    }

    private static boolean isNeverAPayload(Type type) {
        String name = type.name().toString();
        return NEVER_A_PAYLOAD.stream().anyMatch(name::startsWith);
    }

    private static String subject(ConsumerCandidate consumer) {
        return "Consumer " + consumer.name();
    }
}
