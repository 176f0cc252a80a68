package io.quarkiverse.sqlstreams.deployment.testkit;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkus.test.QuarkusUnitTest;

/** Declares groups that nobody consumes for, so that their rows stay as the tests write them. */
public class Orders {

    @Consume(stream = "orders", group = "billing", maxRetries = 3)
    void bill(String order) {}

    @Consume(stream = "orders", group = "shipping")
    void ship(String order) {}

    @Consume(stream = "refunds", group = "billing")
    void refund(String order) {}

    /** An application in a schema of its own. The session's time zone is neither the JVM's nor UTC. */
    public static QuarkusUnitTest application(String schema) {
        return new QuarkusUnitTest()
                .withApplicationRoot(jar -> jar.addClasses(Orders.class, Rows.class))
                .overrideConfigKey("quarkus.sqlstreams.schema.name", schema)
                .overrideConfigKey("quarkus.datasource.jdbc.new-connection-sql", "SET timezone = 'Asia/Kolkata'")
                .overrideConfigKey("quarkus.sqlstreams.streams.orders.groups.billing.enabled", "false")
                .overrideConfigKey("quarkus.sqlstreams.streams.orders.groups.shipping.enabled", "false")
                .overrideConfigKey("quarkus.sqlstreams.streams.refunds.groups.billing.enabled", "false");
    }
}
