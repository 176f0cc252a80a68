package io.quarkiverse.sqlstreams.runtime.store;

import java.time.Duration;
import java.util.UUID;

/**
 * What becomes of an inflight row.
 *
 * @param token the lease it was claimed under
 * @param status {@code ready} or {@code dead}; null deletes it
 * @param attempts the row's new number
 * @param due how long from now it may run; negative if the wait began before this write
 * @param delayedFor how long ago the handler asked for a delay; null if it did not
 * @param lastError null leaves it as it is
 */
public record RowUpdate(
        long messageId,
        UUID token,
        String status,
        int attempts,
        int delays,
        Duration due,
        Duration delayedFor,
        String lastError) {}
