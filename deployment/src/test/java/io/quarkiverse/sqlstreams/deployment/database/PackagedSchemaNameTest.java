package io.quarkiverse.sqlstreams.deployment.database;

import static org.hamcrest.Matchers.is;

import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusProdModeTest;
import io.restassured.RestAssured;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The entities are generated and transformed classes at once; what wins is not the same in a packaged application. */
class PackagedSchemaNameTest {

    private static final EmbeddedPostgres POSTGRES = start();

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(jar -> jar.addClass(CountResource.class))
            .setApplicationName("packaged-schema-name")
            // The runtime artifacts of the deployment artifacts that only tests of this module use.
            .setForcedDependencies(List.of(
                    Dependency.of("io.quarkus", "quarkus-rest-jackson", Version.getVersion()),
                    Dependency.of("io.quarkus", "quarkus-smallrye-health", Version.getVersion()),
                    Dependency.of("io.quarkus", "quarkus-micrometer", Version.getVersion())))
            .overrideConfigKey("quarkus.datasource.db-kind", "postgresql")
            .overrideConfigKey("quarkus.sqlstreams.schema.name", "Bob's Streams")
            .setRuntimeProperties(Map.of(
                    "quarkus.datasource.username",
                    "postgres",
                    "quarkus.datasource.jdbc.url",
                    POSTGRES.getJdbcUrl("postgres", "postgres")))
            .setRun(true);

    @Path("count")
    public static class CountResource {

        @Inject
        StreamConfigRepository streams;

        @Inject
        ExceptionRepository exceptions;

        @GET
        @Transactional
        public String count() {
            return streams.count() + " streams, " + exceptions.lockDue(1, 1, 10).size() + " due";
        }
    }

    @AfterAll
    static void stop() throws IOException {
        POSTGRES.close();
    }

    @Test
    void entitiesAreThoseOfTheConfiguredSchema() {
        RestAssured.get("/count").then().statusCode(200).body(is("0 streams, 0 due"));
    }

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
