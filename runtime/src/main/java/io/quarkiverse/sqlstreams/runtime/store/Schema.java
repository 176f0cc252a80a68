package io.quarkiverse.sqlstreams.runtime.store;

import java.util.List;

/**
 * The names of the extension's tables. The schema is quoted, and only numeric ids reach a table's name.
 */
public final class Schema {

    private static final List<String> TABLES = List.of(
            "schema_version",
            "stream_config",
            "consumer_group_config",
            "message_log",
            "exception_queue",
            "delivery_log",
            "consumer_group_cursor",
            "claim_lease",
            "delivery_marker");

    private final String name;
    private final String quoted;

    public Schema(String name) {
        this.name = name;
        this.quoted = '"' + name.replace("\"", "\"\"") + '"';
    }

    /** Whether a table of this schema, by its plain name, belongs to the extension. */
    public static boolean isOwnTable(String name) {
        return TABLES.stream().anyMatch(table -> name.equals(table) || name.startsWith(table + '_'));
    }

    /** The schema's name as configured. */
    public String name() {
        return name;
    }

    /** The schema's name as it stands in SQL. */
    public String quoted() {
        return quoted;
    }

    /** A shared table, a parent table or a function. */
    public String qualified(String object) {
        return quoted + '.' + object;
    }

    /** The table of one stream's family. */
    public String family(String table, long streamId) {
        return quoted + '.' + table + '_' + streamId;
    }

    /**
     * The first condition on a table of one stream's family. It holds for every row, but the keys begin with this column:
     * without it none of their indexes is a bound, nor in order.
     */
    static String ofStream(long streamId) {
        return "stream_id = " + streamId + " AND ";
    }

    /** A script with the placeholders of the schema and of one stream's id filled in. */
    String fill(String script, long streamId) {
        return fill(script).replace("${id}", Long.toString(streamId));
    }

    /** A script with the placeholders of the schema filled in. */
    String fill(String script) {
        return script.replace("${schemaLiteral}", quoted.replace("'", "''")).replace("${schema}", quoted);
    }
}
