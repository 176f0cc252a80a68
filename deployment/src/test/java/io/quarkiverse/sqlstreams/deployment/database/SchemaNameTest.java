package io.quarkiverse.sqlstreams.deployment.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SchemaNameTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(StatementLog.class))
            .overrideConfigKey("quarkus.sqlstreams.schema.name", "Bob's Streams");

    @Inject
    ExceptionRepository exceptions;

    @Inject
    StreamConfigRepository streams;

    @Test
    void entitiesAndTheClockAreThoseOfTheConfiguredSchema() {
        QuarkusTransaction.requiringNew().run(() -> {
            assertThat(streams.count()).isZero();
            StatementLog.STATEMENTS.clear();
            assertThat(exceptions.lockDue(1, 1, 1)).isEmpty();
            assertThat(StatementLog.only())
                    .contains("from \"Bob's Streams\".exception_queue")
                    .contains("<=cast(\"Bob's Streams\".now() as");
        });
    }
}
