package io.quarkiverse.sqlstreams.deployment;

import io.quarkus.builder.item.MultiBuildItem;
import org.jboss.jandex.Type;

/** A stream that the application writes to. Expressions in its name are not yet resolved. */
final class DeclaredStreamBuildItem extends MultiBuildItem {

    private final String name;
    private final Type payload;

    DeclaredStreamBuildItem(String name, Type payload) {
        this.name = name;
        this.payload = payload;
    }

    String name() {
        return name;
    }

    /** What the producer takes; null if it does not say. */
    Type payload() {
        return payload;
    }
}
