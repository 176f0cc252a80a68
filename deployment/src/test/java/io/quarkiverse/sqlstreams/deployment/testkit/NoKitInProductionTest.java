package io.quarkiverse.sqlstreams.deployment.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import io.quarkiverse.sqlstreams.test.SqlStreamsClock;
import io.quarkiverse.sqlstreams.test.SqlStreamsKit;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusProdModeTest;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NoKitInProductionTest {

    @RegisterExtension
    static final QuarkusProdModeTest APPLICATION = new QuarkusProdModeTest()
            .withApplicationRoot(jar -> jar.addClass(Cheater.class))
            .setApplicationName("no-kit")
            // The runtime artifacts of the deployment artifacts that only tests of this module use.
            .setForcedDependencies(List.of(
                    Dependency.of("io.quarkus", "quarkus-rest-jackson", Version.getVersion()),
                    Dependency.of("io.quarkus", "quarkus-smallrye-health", Version.getVersion()),
                    Dependency.of("io.quarkus", "quarkus-micrometer", Version.getVersion())))
            .overrideConfigKey("quarkus.datasource.db-kind", "postgresql")
            .assertBuildException(error -> assertThat(error)
                    .hasStackTraceContaining("Unsatisfied dependency for type " + SqlStreamsClock.class.getName())
                    .hasStackTraceContaining("Unsatisfied dependency for type " + SqlStreamsKit.class.getName()));

    @Singleton
    static class Cheater {

        @Inject
        SqlStreamsClock clock;

        @Inject
        SqlStreamsKit kit;
    }

    @Test
    void theBuildFails() {
        fail("built");
    }
}
