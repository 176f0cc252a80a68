package io.quarkiverse.sqlstreams.runtime.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.util.RawValue;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import java.lang.reflect.Type;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadCodecTest {

    private static final String SECRET = "4111-1111";
    private static final long MAX = 50_000;

    private final ObjectMapper mapper = new ObjectMapper();
    private final PayloadCodec codec = new PayloadCodec(mapper, MAX);

    public record Order(String id, int cents) {}

    public static class Account {
        public String owner = "Ada";
        public List<Order> orders = List.of(new Order("a", 1));
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Card.class), @JsonSubTypes.Type(Cash.class)})
    public sealed interface Payment permits Card, Cash {}

    public record Card(String number) implements Payment {}

    public record Cash(int cents) implements Payment {}

    public static class Page<T> {
        public List<T> items;

        public Page() {}

        Page(List<T> items) {
            this.items = items;
        }
    }

    public static final class LastPage<T> extends Page<T> {
        public boolean last = true;
    }

    @Test
    void everyKindOfPayloadComesBack() throws Exception {
        assertThat(there("text \" \\ é 😀")).isEqualTo("text \" \\ é 😀");
        assertThat(codec.encode("s", "text")).isEqualTo("\"text\"");
        assertThat(codec.encode("s", new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
        assertThat(codec.reader("byte[]").read("\"AQID\"")).isEqualTo(new byte[] {1, 2, 3});
        assertThat(there(new Order("a", 1))).isEqualTo(new Order("a", 1));
        assertThat(there(new Account())).usingRecursiveComparison().isEqualTo(new Account());
        JsonNode node = mapper.readTree("{\"a\":[1,{}]}");
        assertThat(codec.reader(JsonNode.class.getName()).read(codec.encode("s", node)))
                .isEqualTo(node);
        assertThat(codec.encode("s", null)).isEqualTo("null");
        assertThat(codec.reader(null).read("{\"a\":1}")).isNull();
    }

    @Test
    void elementsOfGenericPayloadsKeepTheirType() throws Exception {
        List<Payment> list = List.of(new Card("1"), new Cash(2));
        assertThat(there(list, new TypeReference<List<Payment>>() {})).isEqualTo(list);
        assertThat(there(Map.of("a", List.of(new Order("a", 1))), new TypeReference<Map<String, List<Order>>>() {}))
                .isEqualTo(Map.of("a", List.of(new Order("a", 1))));
        assertThat(there(new Page<>(list), new TypeReference<Page<Payment>>() {}))
                .usingRecursiveComparison()
                .isEqualTo(new Page<>(list));
        Payment card = new Card("1");
        assertThat(there(card, new TypeReference<Payment>() {})).isEqualTo(card);
        LastPage<Order> last = new LastPage<>();
        assertThat(codec.writer("s", type(new TypeReference<Page<Order>>() {})).write(last))
                .contains("\"last\":true");
    }

    @Test
    void unknownFieldsFollowTheMapper() throws Exception {
        String json = "{\"id\":\"a\",\"cents\":1,\"later\":true}";
        assertThatThrownBy(() -> codec.reader(Order.class.getName()).read(json))
                .isInstanceOf(JsonProcessingException.class);
        ObjectMapper lenient = JsonMapper.builder()
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .build();
        assertThat(new PayloadCodec(lenient, MAX).reader(Order.class.getName()).read(json))
                .isEqualTo(new Order("a", 1));
    }

    @Test
    void unknownTypesAreRefusedAtStart() {
        assertThatThrownBy(() -> codec.reader("com.acme.Missing")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isNotIndented() {
        ObjectMapper indenting =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        assertThat(new PayloadCodec(indenting, MAX).encode("s", new Order("a", 1)))
                .isEqualTo("{\"id\":\"a\",\"cents\":1}");
    }

    @Test
    void whatCannotBeReadAsTextIsRefused() {
        assertRefused("SQL0020", SECRET + "\u0000", "U+0000 in its payload");
        assertRefused("SQL0020", Map.of("k\u0000", SECRET), "U+0000");
        assertRefused("SQL0020", SECRET + "\ud83d", "a lone surrogate");
        assertRefused("SQL0020", "\ude00" + SECRET, "a lone surrogate");
        assertRefused("SQL0020", new Raw("\"" + SECRET + "\\u0000\""), "U+0000");
        assertRefused("SQL0020", new Raw("\"" + SECRET + "\\\\\\u0000\""), "U+0000");
        assertRefused("SQL0020", new Raw("\"\\uD83D" + SECRET + "\""), "a lone surrogate");
        assertRefused("SQL0020", new Raw("\"\\uD83D\\u0041\""), "a lone surrogate");
        assertRefused("SQL0020", new Raw("\"\\ude00\\ud83d\""), "a lone surrogate");
        assertThat(codec.encode("s", new Raw("\"\\ud83d\\ude00 \\\\u0000 \\n\"")))
                .contains("\\\\u0000");
        ObjectMapper ascii =
                JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
        assertThat(new PayloadCodec(ascii, MAX).encode("s", "😀")).isEqualToIgnoringCase("\"\\ud83d\\ude00\"");
        assertThatThrownBy(() -> new PayloadCodec(ascii, MAX).encode("s", "\ud83d"))
                .hasMessageStartingWith("SQL0020");
    }

    @Test
    void largePayloadsAreRefusedWithoutBeingBuilt() {
        assertThat(codec.encode("s", "x".repeat(49_998))).hasSize(50_000);
        assertRefused("SQL0021", "x".repeat(49_999), "more than 50000 bytes");
        assertRefused("SQL0021", "é".repeat(25_000), "more than 50000 bytes");
        assertThat(codec.encode("s", "é".repeat(24_999))).hasSize(25_001);
        int[] asked = {0};
        assertRefused(
                "SQL0021",
                new AbstractList<String>() {
                    @Override
                    public String get(int index) {
                        asked[0]++;
                        return SECRET;
                    }

                    @Override
                    public int size() {
                        return Integer.MAX_VALUE;
                    }
                },
                "quarkus.sqlstreams.max-payload-size");
        assertThat(asked[0]).isLessThan(10_000);
    }

    @Test
    void whatMayBeWrittenCanBeRead() throws Exception {
        PayloadCodec large = new PayloadCodec(mapper, 30_000_000);
        String text = "x".repeat(21_000_000);
        assertThat(large.reader(String.class.getName()).read(large.encode("s", text)))
                .isEqualTo(text);
    }

    @Test
    void whatDoesNotSerializeIsRefused() {
        assertRefused("SQL0022", new Object(), "InvalidDefinitionException");
        assertRefused("SQL0022", new Failing(), "java.lang.IllegalStateException at total");
        assertRefused("SQL0022", List.of(new Failing()), "[0].total");
        assertRefused("SQL0022", Map.of(SECRET, new Failing()), "[a key].total");
        assertRefused("SQL0022", new Dynamic(), "IllegalStateException");
        assertRefused("SQL0022", new Overflowing(), "java.lang.StackOverflowError");
        assertRefused("SQL0022", new Unlinked(), "java.lang.NoClassDefFoundError");
        assertRefused("SQL0022", new Endless(), "at self.self");
        assertRefused("SQL0022", new Raw("{" + SECRET), "JsonParseException");
        assertRefused("SQL0022", new Raw(""), "");
        assertRefused("SQL0022", new RawValue(""), "not one JSON value");
        assertRefused("SQL0022", new RawValue("1 2"), "not one JSON value");
        assertRefused("SQL0022", JsonNodeFactory.instance.rawValueNode(new RawValue("]")), "JsonParseException");
    }

    private void assertRefused(String code, Object payload, String text) {
        assertThatThrownBy(() -> codec.encode("orders", payload))
                .isInstanceOfSatisfying(SqlStreamsException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(code);
                    assertThat(refusal.recovery()).isEqualTo(Recovery.PERMANENT);
                    assertThat(refusal.getCause()).isNull();
                    assertThat(refusal.getSuppressed()).isEmpty();
                    assertThat(refusal)
                            .hasMessageContaining("'orders'")
                            .hasMessageContaining(text)
                            .hasMessageNotContaining(SECRET);
                });
    }

    private Object there(Object payload) throws Exception {
        return codec.reader(payload.getClass().getName()).read(codec.encode("s", payload));
    }

    private <T> Object there(T payload, TypeReference<T> type) throws Exception {
        String canonical = mapper.constructType(type.getType()).toCanonical();
        return codec.reader(canonical).read(codec.writer("s", type(type)).write(payload));
    }

    private static Type type(TypeReference<?> reference) {
        return reference.getType();
    }

    record Raw(@JsonRawValue String value) {}

    static final class Failing {
        public int getTotal() {
            throw new IllegalStateException("no total for " + SECRET);
        }
    }

    static final class Dynamic {
        @JsonAnyGetter
        public Map<String, Object> fields() {
            return Map.of(SECRET, new Failing());
        }
    }

    static final class Overflowing {
        public int getTotal() {
            return getTotal() + 1;
        }
    }

    static final class Unlinked {
        public int getTotal() {
            throw new NoClassDefFoundError(SECRET);
        }
    }

    static final class Endless {
        public Endless getSelf() {
            return new Endless();
        }
    }
}
