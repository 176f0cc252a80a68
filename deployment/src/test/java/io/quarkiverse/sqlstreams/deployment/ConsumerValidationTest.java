package io.quarkiverse.sqlstreams.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.PolicyBounds;
import io.smallrye.mutiny.Uni;
import java.io.IOException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

class ConsumerValidationTest {

    static class Order {}

    static class Good {

        @Consume(stream = "orders", group = "a", initialBackoff = "1.5s", timeout = "${timeout:30s}", maxRetries = 0)
        void payload(Order order) {}

        @Consume(stream = "orders", group = "${group}")
        Outcome everything(MessageMeta meta, Message<Order> message, Order order) {
            return Outcome.success();
        }

        @Consume(stream = "orders", group = "c")
        protected void nothing() {}
    }

    static class Declaration {

        @Consume(stream = "s", group = "private")
        private void privateOne(Order order) {}

        @Consume(stream = "s", group = "static")
        static void staticOne(Order order) {}

        @Consume(stream = "s", group = "generic")
        <T> void genericOne(T order) {}
    }

    abstract static class Abstract {

        @Consume(stream = "s", group = "abstract")
        abstract void abstractOne(Order order);
    }

    static class Open<T> {

        @Consume(stream = "s", group = "open")
        void open(List<T> orders) {}
    }

    static class Signature {

        @Consume(stream = "s", group = "two")
        void two(Order order, String text) {}

        @Consume(stream = "s", group = "twice")
        void twice(Order order, Order again) {}

        @Consume(stream = "s", group = "mismatch")
        void mismatch(Order order, Message<String> message) {}

        @Consume(stream = "s", group = "unknown")
        void unknown(Order order, Connection connection) {}

        @Consume(stream = "s", group = "array")
        void array(List<Order>[] orders) {}

        @Consume(stream = "s", group = "string")
        String string(Order order) {
            return "";
        }

        @Consume(stream = "s", group = "uni")
        Uni<String> uni(Order order) {
            return null;
        }
    }

    static class Members {

        @Consume(stream = "a b", group = "", initialBackoff = "5 parsecs", maxRetries = -1)
        void names(Order order) {}

        @Consume(
                stream = "s",
                group = "members",
                concurrency = 0,
                baseDelay = "-1s",
                exponent = 0.5,
                jitter = 2,
                maxDelays = -2,
                ceiling = @PolicyBounds(timeout = "soon"))
        void members(Order order) {}
    }

    static class Twice {

        @Consume(stream = "orders", group = "billing")
        void x(Order order) {}

        @Consume(stream = "orders", group = "billing")
        void y(Order order) {}

        @Consume(stream = "orders", group = "other")
        void z(Order order) {}
    }

    @Test
    void nothingIsWrong() throws IOException {
        assertThat(problems(Good.class)).isEmpty();
    }

    @Test
    void declarations() throws IOException {
        assertThat(problems(Declaration.class))
                .containsExactlyInAnyOrder(
                        "Consumer " + Declaration.class.getName()
                                + "#privateOne is private. Make it package-private, protected or public.",
                        "Consumer " + Declaration.class.getName()
                                + "#staticOne is static. Remove 'static': it is called on its bean.",
                        "Consumer " + Declaration.class.getName()
                                + "#genericOne declares type parameters of its own. Name the types instead.");
        assertThat(problems(Abstract.class))
                .containsExactly("Consumer " + Abstract.class.getName()
                        + "#abstractOne is abstract. Put @Consume on the method that implements it.");
        assertThat(problems(Open.class))
                .singleElement()
                .asString()
                .contains("#open has the payload type java.util.List<T>, which")
                .endsWith("leaves open. Name the type.");
    }

    @Test
    void signatures() throws IOException {
        assertThat(problems(Signature.class))
                .hasSize(7)
                .anyMatch(problem -> problem.contains("#two takes ") && problem.contains("a message has one payload"))
                .anyMatch(problem -> problem.contains("#twice takes "))
                .anyMatch(problem -> problem.contains("#mismatch takes "))
                .anyMatch(problem -> problem.contains("#unknown takes a java.sql.Connection, which is no payload."))
                .anyMatch(problem -> problem.contains("#array has the payload type"))
                .anyMatch(problem ->
                        problem.contains("#string returns java.lang.String. Return void or Outcome, or a Uni or"))
                .anyMatch(problem ->
                        problem.contains("#uni returns") && problem.endsWith("Return Uni<Void> or Uni<Outcome>."));
    }

    @Test
    void members() throws IOException {
        assertThat(problems(Members.class))
                .hasSize(10)
                .allMatch(problem -> problem.contains("#names") || problem.contains("#members"))
                .anyMatch(problem -> problem.contains("names the stream 'a b', but a name has 1 to 200 characters"))
                .anyMatch(problem -> problem.contains("names the group ''"))
                .anyMatch(problem -> problem.contains("5 parsecs"))
                .anyMatch(problem -> problem.contains("soon"));
    }

    @Test
    void twoConsumersOfOneGroup() throws IOException {
        assertThat(ConsumerValidation.duplicates(candidates(Twice.class)))
                .containsExactly("Stream 'orders' has two consumers in group 'billing': " + Twice.class.getName()
                        + "#x, " + Twice.class.getName() + "#y. Remove one, or set its group.");
    }

    private static List<String> problems(Class<?> clazz) throws IOException {
        List<String> problems = new ArrayList<>();
        for (ConsumerCandidate candidate : candidates(clazz)) {
            problems.addAll(ConsumerValidation.validate(candidate));
        }
        return problems;
    }

    private static List<ConsumerCandidate> candidates(Class<?> clazz) throws IOException {
        Index index = Index.of(clazz);
        return ConsumerCandidate.of(index.getClassByName(clazz), index);
    }
}
