package io.quarkiverse.sqlstreams.runtime;

import java.util.List;
import java.util.Set;

/**
 * What the build found in the application. Expressions in names are not yet resolved.
 *
 * @param consumers the consumer methods, sorted by stream and group
 * @param streams the streams that are read or written, sorted
 */
public record DeclaredConsumers(List<ConsumerMethod> consumers, Set<String> streams) {}
