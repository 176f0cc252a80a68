package io.quarkiverse.sqlstreams.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.quarkus.test.QuarkusUnitTest;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.sql.SQLException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UrlConfiguredTest {

    // This class is loaded twice, by JUnit and by the application: only the first one starts the server.
    private static final int PORT = freePort();

    private static EmbeddedPostgres ownServer;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Sql.class))
            .overrideConfigKey("%test.quarkus.datasource.jdbc.url", "jdbc:postgresql://localhost:" + PORT + "/postgres")
            .overrideConfigKey("quarkus.datasource.username", "postgres")
            .setBeforeAllCustomizer(UrlConfiguredTest::start)
            .setAfterAllCustomizer(UrlConfiguredTest::stop)
            .setLogRecordPredicate(record -> record.getLoggerName().contains(".devservices."))
            .assertLogRecords(records -> assertThat(records).isEmpty());

    @Inject
    AgroalDataSource dataSource;

    @ConfigProperty(name = "quarkus.datasource.jdbc.url")
    String url;

    @Test
    void applicationUsesThatDatabaseAndNoOtherIsStarted() throws SQLException {
        assertThat(url).contains(":" + Sql.text(dataSource, "SELECT inet_server_port()") + "/");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start() {
        try {
            ownServer = EmbeddedPostgres.builder().setPort(PORT).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void stop() {
        try {
            ownServer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
