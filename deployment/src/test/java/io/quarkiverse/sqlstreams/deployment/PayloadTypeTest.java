package io.quarkiverse.sqlstreams.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.MessageMeta;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.Test;

class PayloadTypeTest {

    record Order(String id) {}

    record Page<T>(List<T> items) {}

    interface Source<A, B> {

        @Consume(stream = "s", group = "fromInterface")
        default void fromInterface(Map<A, ? extends B> orders) {}
    }

    abstract static class Base<T> {

        @Consume(stream = "s", group = "inherited")
        void inherited(T order, MessageMeta meta) {}

        @Consume(stream = "s", group = "nested")
        void nested(Message<Page<T[]>> orders) {}

        @Consume(stream = "s", group = "overridden")
        void overridden(T order) {}

        @Consume(stream = "s", group = "replaced")
        void replaced(T order) {}
    }

    static class Middle<X> extends Base<X> {}

    static class Bean extends Middle<Order> implements Source<String, Order> {

        @Override
        void overridden(Order order) {}

        @Override
        @Consume(stream = "s", group = "again")
        void replaced(Order order) {}

        @Consume(stream = "s", group = "bytes")
        void bytes(byte[] payload) {}

        @Consume(stream = "s", group = "json")
        void json(JsonNode payload) {}

        @Consume(stream = "s", group = "text")
        void text(String payload) {}

        @Consume(stream = "s", group = "number")
        void number(int payload) {}

        @Consume(stream = "s", group = "array")
        void array(Order[][] payload) {}

        @Consume(stream = "s", group = "list")
        void list(List<Page<Order>> payload) {}

        @Consume(stream = "s", group = "chunks")
        void chunks(List<byte[]> payload) {}

        @Consume(stream = "s", group = "anything")
        void anything(List<?> payload) {}

        @Consume(stream = "s", group = "none")
        void none(MessageMeta meta) {}
    }

    @Test
    void payloadTypesOfABeanWithInheritedMethods() throws IOException {
        Index index = Index.of(Bean.class, Middle.class, Base.class, Source.class);
        Map<String, String> types = new TreeMap<>();
        for (ConsumerCandidate candidate : ConsumerCandidate.of(index.getClassByName(Bean.class), index)) {
            ConsumerSignature signature = ConsumerSignature.of(candidate);
            types.put(
                    candidate.group(),
                    signature.payload() == null ? "none" : PayloadType.canonical(signature.payload()));
        }
        String order = Order.class.getName();
        String page = Page.class.getName();
        assertThat(types)
                .containsOnly(
                        Map.entry("again", order),
                        Map.entry("anything", "java.util.List<java.lang.Object>"),
                        Map.entry("array", "[[L" + order + ";"),
                        Map.entry("bytes", "byte[]"),
                        Map.entry("chunks", "java.util.List<[B>"),
                        Map.entry("fromInterface", "java.util.Map<java.lang.String," + order + ">"),
                        Map.entry("inherited", order),
                        Map.entry("json", "com.fasterxml.jackson.databind.JsonNode"),
                        Map.entry("list", "java.util.List<" + page + "<" + order + ">>"),
                        Map.entry("nested", page + "<[L" + order + ";>"),
                        Map.entry("none", "none"),
                        Map.entry("number", "java.lang.Integer"),
                        Map.entry("text", "java.lang.String"));
        types.remove("bytes");
        types.remove("none");
        assertThat(types.values())
                .allSatisfy(type -> assertThat(TypeFactory.defaultInstance().constructFromCanonical(type))
                        .isNotNull());
    }
}
