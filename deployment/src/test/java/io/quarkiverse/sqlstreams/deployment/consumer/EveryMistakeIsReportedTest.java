package io.quarkiverse.sqlstreams.deployment.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EveryMistakeIsReportedTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Cards.class, Contract.class, Other.class))
            .assertException(failure -> assertThat(failure.getMessage())
                    .contains("#privateOne is private")
                    .contains("#staticOne is static")
                    .contains(Contract.class.getName() + "#abstractOne is abstract")
                    .contains("#genericOne declares type parameters")
                    .contains("#unknown takes a java.sql.Connection")
                    .contains("#names names the stream 'no spaces'")
                    .contains("5 parsecs")
                    .contains("Stream 'orders' has two consumers in group 'billing': " + Cards.class.getName() + "#x, "
                            + Other.class.getName() + "#y. Remove one, or set its group."));

    interface Contract {

        @Consume(stream = "s", group = "abstract")
        void abstractOne(String payload);
    }

    @ApplicationScoped
    static class Cards implements Contract {

        @Override
        public void abstractOne(String payload) {}

        @Consume(stream = "s", group = "private")
        private void privateOne(String payload) {}

        @Consume(stream = "s", group = "static")
        static void staticOne(String payload) {}

        @Consume(stream = "s", group = "generic")
        <T> void genericOne(T payload) {}

        @Consume(stream = "s", group = "unknown")
        void unknown(String payload, Connection connection) {}

        @Consume(stream = "no spaces", group = "names", initialBackoff = "5 parsecs")
        void names(String payload) {}

        @Consume(stream = "orders", group = "billing")
        void x(String payload) {}
    }

    static class Other {

        @Consume(stream = "orders", group = "billing")
        void y(String payload) {}
    }

    @Test
    void theBuildFails() {
        fail("The application must not start");
    }
}
