package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;

/** What a message asks of its group's policy; null where it asks nothing. {@code maxDelays} 0: any number. */
public record AskedPolicy(
        Integer maxRetries, Integer maxDelays, Duration maxWaiting, Duration initialBackoff, Duration timeout) {

    /** Asks nothing. */
    public static final AskedPolicy NONE = new AskedPolicy(null, null, null, null, null);
}
