package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;

/** Policies without jitter, otherwise the built-in one. */
final class Policies {

    private Policies() {}

    static GroupPolicy group(int maxRetries, int maxDelays) {
        return group(maxRetries, maxDelays, null, Bounds.NONE, Bounds.NONE);
    }

    static GroupPolicy group(int maxRetries, int maxDelays, Duration maxWaiting, Bounds floor, Bounds ceiling) {
        GroupPolicy builtIn = GroupPolicy.DEFAULT;
        return new GroupPolicy(
                builtIn.concurrency(),
                maxRetries,
                builtIn.initialBackoff(),
                builtIn.baseDelay(),
                builtIn.exponent(),
                builtIn.maxDelay(),
                0,
                maxDelays,
                maxWaiting,
                builtIn.timeout(),
                floor,
                ceiling);
    }

    static AskedPolicy asksRetries(Integer maxRetries) {
        return new AskedPolicy(maxRetries, null, null, null, null);
    }

    static AskedPolicy asksDelays(Integer maxDelays) {
        return new AskedPolicy(null, maxDelays, null, null, null);
    }

    static AskedPolicy asksWaiting(Duration maxWaiting) {
        return new AskedPolicy(null, null, maxWaiting, null, null);
    }

    static Bounds retries(Integer maxRetries) {
        return new Bounds(maxRetries, null, null, null, null);
    }

    static Bounds delays(Integer maxDelays) {
        return new Bounds(null, maxDelays, null, null, null);
    }

    static Bounds waiting(Duration maxWaiting) {
        return new Bounds(null, null, maxWaiting, null, null);
    }
}
