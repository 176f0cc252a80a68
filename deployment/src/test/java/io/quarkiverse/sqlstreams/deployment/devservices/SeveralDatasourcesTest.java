package io.quarkiverse.sqlstreams.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.deployment.IsDockerWorking;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SeveralDatasourcesTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Sql.class))
            .overrideConfigKey("quarkus.datasource.db-kind", "pg")
            .overrideConfigKey("quarkus.datasource.orders.db-kind", "postgresql")
            .overrideConfigKey("quarkus.datasource.orders.username", "order service")
            .overrideConfigKey("quarkus.datasource.orders.password", "secret")
            .overrideConfigKey("quarkus.datasource.orders.devservices.db-name", "Orders")
            .overrideConfigKey("quarkus.sqlstreams.devservices.settings.log_timezone", "Asia/Kolkata")
            .overrideConfigKey("quarkus.sqlstreams.devservices.settings.log_line_prefix", "it's %m > ");

    @Inject
    AgroalDataSource defaultOne;

    @Inject
    @DataSource("orders")
    AgroalDataSource orders;

    @Test
    void eachHasItsServerWithTheUserAndDatabaseItNames() throws SQLException {
        String port = "SELECT inet_server_port()";
        assertThat(Sql.text(orders, port)).isNotEqualTo(Sql.text(defaultOne, port));
        assertThat(Sql.text(orders, "SELECT current_user || ' in ' || current_database()"))
                .isEqualTo("order service in Orders");
    }

    @Test
    void settingsReachTheServer() throws SQLException {
        assumeThat(new IsDockerWorking(true).getAsBoolean()).isFalse();
        assertThat(Sql.text(defaultOne, "SELECT reset_val FROM pg_settings WHERE name = 'log_line_prefix'"))
                .isEqualTo("it's %m > ");
        assertThat(Sql.text(defaultOne, "SELECT setting FROM pg_settings WHERE name = 'log_timezone'"))
                .isEqualTo("Asia/Kolkata");
    }
}
