package io.quarkiverse.sqlstreams.runtime;

/** What happens to the schema at start. */
public enum SchemaMigrate {

    /** Create and migrate it. */
    ALWAYS,

    /** Fail the start unless it is complete and at this version. */
    VALIDATE,

    /** Leave it alone; fail the start if a declared stream has no tables. */
    NEVER
}
