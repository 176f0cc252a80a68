/**
 * Message streams in PostgreSQL: what an application injects, annotates, returns and throws.
 */
package io.quarkiverse.sqlstreams;
