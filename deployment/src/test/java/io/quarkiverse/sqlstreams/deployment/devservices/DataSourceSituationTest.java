package io.quarkiverse.sqlstreams.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataSourceSituationTest {

    private static final String DEFAULT = "<default>";

    private String name = DEFAULT;
    private boolean active = true;
    private boolean urlConfigured;
    private String dbKind;
    private Boolean devServices;
    private boolean otherDatasourcesNamed;
    private boolean otherDrivers;

    @Test
    void nothingConfigured() {
        assertThat(wantsPostgres()).isTrue();
    }

    @Test
    void urlConfigured() {
        urlConfigured = true;
        assertThat(wantsPostgres()).isFalse();
        devServices = true;
        assertThat(wantsPostgres()).isFalse();
    }

    @Test
    void deactivated() {
        active = false;
        assertThat(wantsPostgres()).isFalse();
    }

    @Test
    void devServicesRefused() {
        devServices = false;
        dbKind = "postgresql";
        assertThat(wantsPostgres()).isFalse();
    }

    @Test
    void devServicesAskedFor() {
        devServices = true;
        assertThat(wantsPostgres()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "pg", "pgsql"})
    void postgresByAnyOfItsNames(String kind) {
        dbKind = kind;
        otherDrivers = true;
        otherDatasourcesNamed = true;
        assertThat(wantsPostgres()).isTrue();
        name = "orders";
        assertThat(wantsPostgres()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "mysql", "other"})
    void anotherDatabase(String kind) {
        dbKind = kind;
        assertThat(wantsPostgres()).isFalse();
    }

    @Test
    void kindIsOpenAndAnotherDriverIsThere() {
        otherDrivers = true;
        assertThat(wantsPostgres()).isFalse();
        name = "orders";
        assertThat(wantsPostgres()).isFalse();
    }

    @Test
    void namedDatasourcesLeaveTheDefaultOneOut() {
        otherDatasourcesNamed = true;
        assertThat(wantsPostgres()).isFalse();
        devServices = true;
        assertThat(wantsPostgres()).isTrue();
    }

    @Test
    void namedDatasourceWithoutKind() {
        name = "orders";
        otherDatasourcesNamed = true;
        assertThat(wantsPostgres()).isTrue();
    }

    private boolean wantsPostgres() {
        return new DataSourceSituation(
                        name,
                        active,
                        urlConfigured,
                        Optional.ofNullable(dbKind),
                        Optional.ofNullable(devServices),
                        otherDatasourcesNamed,
                        otherDrivers)
                .wantsPostgres();
    }
}
