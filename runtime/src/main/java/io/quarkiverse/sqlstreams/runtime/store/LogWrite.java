package io.quarkiverse.sqlstreams.runtime.store;

import java.time.Duration;

/**
 * A run that ended, for the delivery log.
 *
 * @param ago how long ago it ended
 * @param took how long it took; null if that is not known
 */
public record LogWrite(
        long messageId,
        int redrives,
        int attempt,
        String status,
        String error,
        String stackTrace,
        Duration ago,
        Duration took) {}
