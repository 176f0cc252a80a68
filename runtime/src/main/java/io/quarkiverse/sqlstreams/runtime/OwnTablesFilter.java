package io.quarkiverse.sqlstreams.runtime;

import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkus.hibernate.orm.runtime.integration.HibernateOrmIntegrationRuntimeInitListener;
import java.util.function.BiConsumer;
import org.hibernate.boot.model.relational.Namespace;
import org.hibernate.boot.model.relational.Sequence;
import org.hibernate.mapping.Table;
import org.hibernate.tool.schema.spi.SchemaFilter;
import org.hibernate.tool.schema.spi.SchemaFilterProvider;

/**
 * Keeps Hibernate's schema management away from the extension's tables. Whatever else an application keeps in the same
 * schema stays its own business.
 */
final class OwnTablesFilter implements HibernateOrmIntegrationRuntimeInitListener, SchemaFilterProvider, SchemaFilter {

    private final Schema schema;

    OwnTablesFilter(Schema schema) {
        this.schema = schema;
    }

    @Override
    public void contributeRuntimeProperties(BiConsumer<String, Object> properties) {
        properties.accept("hibernate.hbm2ddl.schema_filter_provider", this);
    }

    @Override
    public boolean includeNamespace(Namespace namespace) {
        return namespace.getTables().isEmpty()
                || namespace.getTables().stream().anyMatch(this::includeTable)
                || namespace.getSequences().iterator().hasNext();
    }

    @Override
    public boolean includeTable(Table table) {
        return !schema.name().equals(table.getSchema()) || !Schema.isOwnTable(table.getName());
    }

    @Override
    public boolean includeSequence(Sequence sequence) {
        return true;
    }

    @Override
    public SchemaFilter getCreateFilter() {
        return this;
    }

    @Override
    public SchemaFilter getDropFilter() {
        return this;
    }

    @Override
    public SchemaFilter getTruncatorFilter() {
        return this;
    }

    @Override
    public SchemaFilter getMigrateFilter() {
        return this;
    }

    @Override
    public SchemaFilter getValidateFilter() {
        return this;
    }
}
