/**
 * The extension's tables as Panache entities and repositories, to look at streams, groups, exception rows and the
 * delivery log. The entities are immutable: what changes a row is the outcome of a run, or an operator's request, never
 * a setter.
 * <p>
 * They belong to the persistence unit of the datasource that holds the streams. Their tables are created and migrated by
 * the extension; {@code quarkus.hibernate-orm.schema-management} leaves them alone.
 */
package io.quarkiverse.sqlstreams.entity;
