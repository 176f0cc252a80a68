package io.quarkiverse.sqlstreams.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.agroal.api.AgroalDataSource;
import io.quarkus.deployment.IsDockerWorking;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NoDatabaseConfiguredTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            new QuarkusUnitTest().withApplicationRoot(jar -> jar.addClass(Sql.class));

    @Inject
    AgroalDataSource dataSource;

    @Test
    void applicationHasPostgres() throws SQLException {
        assertThat(Sql.text(dataSource, "SELECT version()")).startsWith("PostgreSQL ");
        assertThat(Sql.text(dataSource, "SHOW max_prepared_transactions")).isNotEqualTo("0");
    }

    @Test
    void embeddedServerHasRoomForConnections() throws SQLException {
        assumeThat(new IsDockerWorking(true).getAsBoolean()).isFalse();
        assertThat(Sql.text(dataSource, "SHOW max_connections")).isEqualTo("200");
    }
}
