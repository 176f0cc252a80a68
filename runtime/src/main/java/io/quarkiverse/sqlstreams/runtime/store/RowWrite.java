package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import java.time.Duration;
import java.util.UUID;

/**
 * The row of a delivery that leaves its range.
 *
 * @param status {@code ready}, {@code inflight} or {@code dead}
 * @param due how long from now it may run; negative if the wait began before this write
 * @param delayedFor how long ago its first delay was asked for; null if none was
 * @param token the lease of an inflight row, else null
 */
public record RowWrite(
        long messageId,
        String status,
        int attempts,
        int delays,
        int expiries,
        Duration due,
        Duration delayedFor,
        String lastError,
        AskedPolicy asked,
        String messageKey,
        UUID token) {}
