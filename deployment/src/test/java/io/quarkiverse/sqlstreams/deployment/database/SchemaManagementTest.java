package io.quarkiverse.sqlstreams.deployment.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkus.agroal.DataSource;
import io.quarkus.hibernate.orm.PersistenceUnit;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The streams live in a second datasource, beside tables of the application that Hibernate drops and creates. */
class SchemaManagementTest {

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(Note.class))
            .overrideConfigKey("quarkus.sqlstreams.datasource", "events")
            .overrideConfigKey("quarkus.datasource.db-kind", "postgresql")
            .overrideConfigKey("quarkus.datasource.events.db-kind", "postgresql")
            .overrideConfigKey("quarkus.hibernate-orm.\"log\".datasource", "events")
            .overrideConfigKey(
                    "quarkus.hibernate-orm.\"log\".packages", "io.quarkiverse.sqlstreams.deployment.database")
            .overrideConfigKey("quarkus.hibernate-orm.\"log\".schema-management.strategy", "drop-and-create");

    @Inject
    AgroalDataSource other;

    @Inject
    @DataSource("events")
    AgroalDataSource events;

    @Inject
    @PersistenceUnit("log")
    EntityManager notes;

    @Inject
    StreamConfigRepository streams;

    @Test
    void schemaManagementOnlyTouchesTheApplicationsTables() throws SQLException {
        assertThat(count(events, "SELECT count(*) FROM pg_partitioned_table")).isGreaterThanOrEqualTo(6);
        assertThat(count(events, "SELECT count(*) FROM sqlstreams.note")).isZero();
        QuarkusTransaction.requiringNew().run(() -> {
            assertThat(notes.createQuery("from Note").getResultList()).isEmpty();
            assertThat(streams.count()).isZero();
        });
    }

    @Test
    void theOtherDatasourceStaysUntouched() throws SQLException {
        assertThat(count(other, "SELECT count(*) FROM pg_namespace WHERE nspname = 'sqlstreams'"))
                .isZero();
    }

    private static long count(AgroalDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
