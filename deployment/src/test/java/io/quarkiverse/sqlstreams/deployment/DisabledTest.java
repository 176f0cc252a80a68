package io.quarkiverse.sqlstreams.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DisabledTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Cards.class))
            .overrideConfigKey("quarkus.sqlstreams.enabled", "false");

    @Singleton
    static class Cards {

        @Inject
        @Stream("orders")
        Producer<String> orders;

        @Inject
        ExceptionRepository exceptions;

        @Consume(stream = "orders", group = "cards")
        void charge(String order) {}
    }

    @Inject
    Cards cards;

    @Inject
    AgroalDataSource dataSource;

    @Test
    void producersRefuseEveryMessage() {
        assertThatThrownBy(() -> cards.orders.produce("a"))
                .isInstanceOfSatisfying(SqlStreamsException.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo("SQL0039");
                    assertThat(refusal.recovery()).isEqualTo(Recovery.PERMANENT);
                    assertThat(refusal)
                            .hasMessageContaining("'orders'")
                            .hasMessageContaining("quarkus.sqlstreams.enabled=false");
                });
        assertThatThrownBy(() -> cards.orders.produceAll(List.of("a"))).isInstanceOf(SqlStreamsException.class);
        assertThat(cards.orders.produceAsync("a")).isCompletedExceptionally();
    }

    @Test
    void noSchemaIsCreated() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                ResultSet row = connection
                        .createStatement()
                        .executeQuery("SELECT FROM pg_namespace WHERE nspname = 'sqlstreams'")) {
            assertThat(row.next()).isFalse();
        }
    }

    @Test
    void thereIsNoHealthCheck() {
        RestAssured.get("/q/health/ready").then().body("checks.name", not(hasItem("sqlstreams")));
    }
}
