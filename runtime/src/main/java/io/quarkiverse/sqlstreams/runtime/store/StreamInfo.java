package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.LogMode;

/**
 * A declared stream.
 *
 * @param id the id its tables' names end in
 * @param name its name
 * @param logMode which runs its delivery log keeps
 */
public record StreamInfo(long id, String name, LogMode logMode) {}
