package io.quarkiverse.sqlstreams.deployment.devservices;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DevModeDatabaseSurvivesReloadTest {

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION =
            new QuarkusDevModeTest().withApplicationRoot(jar -> jar.addClasses(NotesResource.class));

    @Test
    void serverAndDataAreTheSameAfterReload() {
        assertThat(get("/notes")).isEqualTo("first: 1");
        String started = get("/notes/server");

        APPLICATION.modifySourceFile(NotesResource.class, source -> source.replace("\"first: \"", "\"second: \""));

        assertThat(get("/notes")).isEqualTo("second: 2");
        assertThat(get("/notes/server")).isEqualTo(started);
    }

    private static String get(String path) {
        return RestAssured.get(path).then().statusCode(200).extract().asString();
    }
}
