package io.quarkiverse.sqlstreams.deployment.produce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class InvalidStreamNameTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Shop.class))
            .assertException(failure -> assertThat(failure)
                    .hasMessageContaining(
                            Shop.class.getName() + "#orders names the stream 'all orders', but a name has"));

    @Singleton
    static class Shop {

        @Inject
        @Stream("all orders")
        Producer<String> orders;
    }

    @Test
    void theBuildFails() {
        fail("The application must not start");
    }
}
