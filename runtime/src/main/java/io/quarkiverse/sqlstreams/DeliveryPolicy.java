package io.quarkiverse.sqlstreams;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The policy that applies to one message in one group, and what is left of its budgets at this run.
 *
 * @param maxRetries how often a failed message is run again
 * @param retriesLeft how many more failures this message survives: 0 means that a failure of this run is final
 * @param maxDelays how many delays it may ask for; empty: any number
 * @param delaysLeft how many more delays it may ask for; empty: any number
 * @param maxWaiting how long after its first delay it may still ask for another; empty: unlimited
 * @param timeout how long this run may take
 */
public record DeliveryPolicy(
        int maxRetries,
        int retriesLeft,
        OptionalInt maxDelays,
        OptionalInt delaysLeft,
        Optional<Duration> maxWaiting,
        Duration timeout) {}
