package io.quarkiverse.sqlstreams.deployment.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.ProduceOptions;
import io.quarkiverse.sqlstreams.Produced;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkiverse.sqlstreams.runtime.produce.PayloadCodec;
import io.quarkiverse.sqlstreams.runtime.produce.Productions;
import io.quarkus.test.QuarkusUnitTest;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Outside of any transaction. */
class ProduceTest {

    private static final String SECRET = "4111-1111-1111-1111";

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Log.class, Shop.class))
            .overrideConfigKey("orders.stream", "orders")
            .setLogRecordPredicate(entry -> entry.getLevel().intValue() >= Level.INFO.intValue())
            .assertLogRecords(entries -> assertThat(entries)
                    .extracting(new PatternFormatter("%s%e")::format)
                    .noneMatch(line -> line.contains(SECRET)));

    public record Order(String id, int cents) {}

    public record Page<T>(List<T> items, int number) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({@JsonSubTypes.Type(Card.class), @JsonSubTypes.Type(Cash.class)})
    public sealed interface Payment permits Card, Cash {}

    public record Card(String number) implements Payment {}

    public record Cash(int cents) implements Payment {}

    public static class Account {
        public String owner;
    }

    record Raw(String secret, @JsonRawValue String value) {}

    static final class Unserializable {
        public String getSecret() {
            throw new IllegalStateException(SECRET);
        }
    }

    @Singleton
    static class Shop {

        @Inject
        @Stream("${orders.stream}")
        Producer<Order> orders;

        @Inject
        @Stream("many")
        Producer<Integer> many;

        @Inject
        @Stream("types")
        Producer<Object> objects;

        @Inject
        @Stream("types")
        Producer<List<Payment>> lists;

        @Inject
        @Stream("types")
        Producer<Map<String, Page<Payment>>> maps;

        @Inject
        @Stream("refused")
        Producer<Object> refused;

        @Inject
        @Stream("loop")
        Producer<String> loop;

        @Inject
        @Stream("gone")
        Producer<String> gone;
    }

    @Inject
    Shop shop;

    @Inject
    AgroalDataSource dataSource;

    @Inject
    PayloadCodec codec;

    @Inject
    ObjectMapper mapper;

    @Inject
    Productions productions;

    @Inject
    Vertx vertx;

    @Test
    void oneWithOptions() throws SQLException {
        Log log = new Log(dataSource);
        Produced plain = shop.orders.produce(new Order("a", 1));
        Produced full = shop.orders.produce(
                new Order("b", 2),
                ProduceOptions.NONE
                        .withRoutingKey("k".repeat(1_000))
                        .withMessageKey("b")
                        .withHeader("tenant", "ac\"me")
                        .withMaxRetries(1)
                        .withTimeout(Duration.ofMillis(1_500)));
        assertThat(plain.stream()).isEqualTo("orders");
        assertThat(full.id()).isEqualTo(plain.id() + 1);
        String columns = "SELECT concat_ws('|', payload, coalesce(headers::text, '-'), coalesce(routing_key, '-'),"
                + " coalesce(message_key, '-'), coalesce(options::text, '-')) FROM $log ORDER BY id";
        assertThat(log.column("orders", columns))
                .containsExactly(
                        "{\"id\":\"a\",\"cents\":1}|-|-|-|-",
                        "{\"id\":\"b\",\"cents\":2}|{\"tenant\":\"ac\\\"me\"}|" + "k".repeat(1_000)
                                + "|b|{\"maxRetries\":1,\"timeout\":\"PT1.5S\"}");
        assertThat(productions.of("orders").stored()).isEqualTo(2);
    }

    @Test
    void manyInOrder() throws SQLException {
        List<Integer> payloads = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            payloads.add(i);
        }
        List<Produced> produced = shop.many.produceAll(payloads);
        assertThat(produced).hasSize(10_000);
        List<String> stored = new Log(dataSource).column("many", "SELECT id || ':' || payload FROM $log ORDER BY id");
        for (int i = 0; i < 10_000; i++) {
            assertThat(stored.get(i)).isEqualTo(produced.get(i).id() + ":" + i);
        }
        assertThat(new Log(dataSource).value("many", "SELECT count(DISTINCT xmin::text) FROM $log"))
                .isEqualTo("1");
        assertThat(shop.many.produceAll(List.of())).isEmpty();
    }

    @Test
    void everyTypeComesBack() throws Exception {
        assertThat(comesBack(shop.objects, new Order("a", 1), Order.class.getName()))
                .isEqualTo(new Order("a", 1));
        assertThat(comesBack(shop.objects, "text \n 😀", "java.lang.String")).isEqualTo("text \n 😀");
        assertThat(comesBack(shop.objects, new byte[] {0, -1}, "byte[]")).isEqualTo(new byte[] {0, -1});
        JsonNode node = mapper.readTree("{\"a\":[1,null,{}]}");
        assertThat(comesBack(shop.objects, node, JsonNode.class.getName())).isEqualTo(node);
        Account account = new Account();
        account.owner = "Ada";
        assertThat(comesBack(shop.objects, account, Account.class.getName()))
                .usingRecursiveComparison()
                .isEqualTo(account);
        List<Payment> payments = List.of(new Card("1"), new Cash(2));
        String payment = Payment.class.getName();
        assertThat(comesBack(shop.objects, payments.get(0), payment)).isEqualTo(payments.get(0));
        assertThat(comesBack(shop.lists, payments, "java.util.List<" + payment + ">"))
                .isEqualTo(payments);
        Map<String, Page<Payment>> pages = Map.of("first", new Page<>(payments, 1));
        assertThat(comesBack(
                        shop.maps,
                        pages,
                        "java.util.Map<java.lang.String," + Page.class.getName() + "<" + payment + ">>"))
                .isEqualTo(pages);
        assertThat(comesBack(shop.objects, null, Order.class.getName())).isNull();
        // The application's mapper, which Quarkus makes tolerant.
        assertThat(codec.reader(Order.class.getName()).read("{\"id\":\"a\",\"later\":1}"))
                .isEqualTo(new Order("a", 0));
    }

    private <T> Object comesBack(Producer<T> producer, T payload, String type) throws Exception {
        long id = producer.produce(payload).id();
        return codec.reader(type).read(new Log(dataSource).value("types", "SELECT payload FROM $log WHERE id = " + id));
    }

    @Test
    void refusals() throws SQLException {
        assertRefused("SQL0020", () -> shop.refused.produce(SECRET + "\u0000"));
        assertRefused("SQL0020", () -> shop.refused.produce(SECRET + "\udc00"));
        assertRefused("SQL0020", () -> shop.refused.produce(new Raw(SECRET, "\"\\u0000\"")));
        assertRefused("SQL0020", () -> shop.refused.produce(Map.of(SECRET + "\ud800", 1)));
        assertRefused("SQL0021", () -> shop.refused.produce(SECRET.repeat((17 << 20) / SECRET.length())));
        assertRefused("SQL0022", () -> shop.refused.produce(new Unserializable()));
        assertRefused("SQL0022", () -> shop.refused.produce(new Raw(SECRET, "{")));
        assertRefused("SQL0023", () -> shop.refused.produce(1, ProduceOptions.NONE.withRoutingKey(SECRET.repeat(53))));
        assertRefused("SQL0023", () -> shop.refused.produce(1, ProduceOptions.NONE.withMessageKey("é".repeat(501))));
        assertRefused("SQL0020", () -> shop.refused.produce(1, ProduceOptions.NONE.withMessageKey(SECRET + "\u0000")));
        assertRefused("SQL0020", () -> shop.refused.produce(1, ProduceOptions.NONE.withRoutingKey(SECRET + "\ud800")));
        assertRefused("SQL0020", () -> shop.refused.produce(1, ProduceOptions.NONE.withHeader("a", SECRET + "\u0000")));
        assertRefused("SQL0020", () -> shop.refused.produce(1, ProduceOptions.NONE.withHeader(SECRET + "\udc00", "a")));
        assertRefused(
                "SQL0024",
                () -> shop.refused.produce(1, ProduceOptions.NONE.withHeader("a", SECRET.repeat(1_000_000))));
        Map<String, String> headers = new HashMap<>();
        headers.put("a", null);
        assertRefused("SQL0025", () -> shop.refused.produce(1, ProduceOptions.NONE.withHeaders(headers)));
        assertRefused("SQL0020", () -> shop.refused.produceAll(List.of(1, 2, SECRET + "\u0000")));
        assertThatThrownBy(() -> shop.refused
                        .produceAsync(SECRET + "\u0000")
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessageStartingWith("SQL0020")
                .hasMessageNotContaining(SECRET);
        assertThat(new Log(dataSource).count("refused")).isZero();
        assertThat(productions.of("refused").refused()).isEqualTo(19);
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(SqlStreamsException.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(code);
            assertThat(refusal.recovery()).isEqualTo(Recovery.PERMANENT);
            assertThat(refusal)
                    .hasMessageStartingWith(code + ": Stream 'refused' ")
                    .hasNoCause()
                    .hasMessageNotContaining(SECRET);
        });
    }

    @Test
    void onAnEventLoop() throws Exception {
        CompletableFuture<Throwable> blocking = new CompletableFuture<>();
        CompletableFuture<Produced> async = new CompletableFuture<>();
        vertx.getOrCreateContext().runOnContext(ignored -> {
            try {
                shop.loop.produce("blocking");
                blocking.complete(null);
            } catch (Throwable e) {
                blocking.complete(e);
            }
            shop.loop.produceAsync("async").whenComplete((produced, failure) -> {
                if (failure == null) {
                    async.complete(produced);
                } else {
                    async.completeExceptionally(failure);
                }
            });
        });
        assertThat(blocking.get(30, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        SqlStreamsException.class,
                        refusal -> assertThat(refusal.recovery()).isEqualTo(Recovery.PERMANENT))
                .hasMessageStartingWith("SQL0026")
                .hasMessageContaining("produceAsync");
        assertThat(async.get(30, TimeUnit.SECONDS).stream()).isEqualTo("loop");
        assertThat(new Log(dataSource).column("loop", "SELECT payload FROM $log"))
                .containsExactly("\"async\"");
    }

    @Test
    void withoutTables() throws SQLException {
        new Log(dataSource).execute("gone", "DROP TABLE $log CASCADE");
        assertThatThrownBy(() -> shop.gone.produce("a"))
                .isInstanceOfSatisfying(
                        SqlStreamsException.class,
                        refusal -> assertThat(refusal.recovery()).isEqualTo(Recovery.PERMANENT))
                .hasMessageStartingWith("SQL0027: Stream not found: 'gone'");
        assertThat(productions.of("gone").failed()).isEqualTo(1);
    }
}
