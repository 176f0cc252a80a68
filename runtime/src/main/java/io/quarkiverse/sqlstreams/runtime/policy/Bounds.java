package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;

/**
 * The least or the most that a message may ask of its group; null where nothing is set. In a ceiling, {@code maxDelays}
 * 0 and {@code maxWaiting} zero mean unlimited, null means the group's own value.
 */
public record Bounds(
        Integer maxRetries, Integer maxDelays, Duration maxWaiting, Duration initialBackoff, Duration timeout) {

    /** Nothing set. */
    public static final Bounds NONE = new Bounds(null, null, null, null, null);
}
