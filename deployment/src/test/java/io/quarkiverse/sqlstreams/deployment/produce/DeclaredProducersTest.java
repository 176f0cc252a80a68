package io.quarkiverse.sqlstreams.deployment.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeclaredProducersTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest().withApplicationRoot(jar -> jar.addClasses(Order.class, Shop.class));

    public record Order(String id) {}

    @ApplicationScoped
    static class Shop {

        @Inject
        @Stream("orders")
        Producer<Order> orders;

        @Inject
        @Stream("lists")
        Producer<List<Order>> lists;

        @Inject
        @Stream("looked.up")
        Instance<Producer<String>> lookedUp;

        final Producer<String> inConstructor;

        Shop(@Stream("in-constructor") Producer<String> inConstructor) {
            this.inConstructor = inConstructor;
        }

        boolean everythingIsInjected() {
            return orders != null && lists != null && lookedUp.get() != null && inConstructor != null;
        }
    }

    @Inject
    Shop shop;

    @Inject
    DeclaredConsumers declared;

    @Test
    void everyInjectionPointDeclaresItsStream() {
        assertThat(shop.everythingIsInjected()).isTrue();
        assertThat(declared.streams()).containsExactly("in-constructor", "lists", "looked.up", "orders");
    }
}
