package io.quarkiverse.sqlstreams.deployment.database;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** What Hibernate sends. */
@PersistenceUnitExtension
public class StatementLog implements StatementInspector {

    static final List<String> STATEMENTS = new CopyOnWriteArrayList<>();

    @Override
    public String inspect(String sql) {
        STATEMENTS.add(sql);
        return sql;
    }

    /** The only statement sent since the last call. */
    static String only() {
        String sql = String.join("\n", STATEMENTS);
        STATEMENTS.clear();
        return sql;
    }
}
