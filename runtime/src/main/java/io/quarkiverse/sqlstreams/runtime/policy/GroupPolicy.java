package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.DeliveryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A group's policy with the bounds for what a message may ask of it.
 *
 * @param maxDelays 0: any number
 * @param maxWaiting null: unlimited
 * @param floor the least a message may ask, field by field; null fields: no floor
 * @param ceiling the most a message may ask, field by field; null fields: the group's own value
 */
public record GroupPolicy(
        int concurrency,
        int maxRetries,
        Duration initialBackoff,
        Duration baseDelay,
        double exponent,
        Duration maxDelay,
        double jitter,
        int maxDelays,
        Duration maxWaiting,
        Duration timeout,
        Bounds floor,
        Bounds ceiling) {

    /** What holds where nothing is configured. */
    public static final GroupPolicy DEFAULT = new GroupPolicy(
            8,
            3,
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            2.0,
            Duration.ofMinutes(5),
            0.1,
            0,
            null,
            Duration.ofSeconds(30),
            Bounds.NONE,
            Bounds.NONE);

    public GroupPolicy {
        floor = floor == null ? Bounds.NONE : floor;
        ceiling = ceiling == null ? Bounds.NONE : ceiling;
    }

    /** How often a failed message is run again. */
    public int maxRetries(AskedPolicy asked) {
        return (int) within(
                asked.maxRetries() == null ? maxRetries : asked.maxRetries(),
                floor.maxRetries() == null ? 0 : floor.maxRetries(),
                ceiling.maxRetries() == null ? maxRetries : ceiling.maxRetries());
    }

    /** How many delays a message may ask for; 0: any number. */
    public int maxDelays(AskedPolicy asked) {
        long value = within(
                unlimitedIfZero(asked.maxDelays() == null ? maxDelays : asked.maxDelays()),
                floor.maxDelays() == null ? 0 : floor.maxDelays(),
                unlimitedIfZero(ceiling.maxDelays() == null ? maxDelays : ceiling.maxDelays()));
        return value == Long.MAX_VALUE ? 0 : (int) value;
    }

    /** How long after its first delay a message may ask for another; null: unlimited. */
    public Duration maxWaiting(AskedPolicy asked) {
        Duration value = limit(asked.maxWaiting() == null ? maxWaiting : asked.maxWaiting());
        Duration least = floor.maxWaiting();
        Duration most = limit(ceiling.maxWaiting() == null ? maxWaiting : ceiling.maxWaiting());
        if (value != null && least != null && value.compareTo(least) < 0) {
            value = least;
        }
        return most != null && (value == null || value.compareTo(most) > 0) ? most : value;
    }

    /** The wait after the first failure. */
    public Duration initialBackoff(AskedPolicy asked) {
        return within(asked.initialBackoff(), initialBackoff, floor.initialBackoff(), ceiling.initialBackoff());
    }

    /** How long one run may take. */
    public Duration timeout(AskedPolicy asked) {
        return within(asked.timeout(), timeout, floor.timeout(), ceiling.timeout());
    }

    /**
     * The policy of a message as its handler sees it.
     *
     * @param attempts the number of the run
     */
    public DeliveryPolicy at(AskedPolicy asked, int attempts, int delays) {
        int retries = maxRetries(asked);
        int allowed = maxDelays(asked);
        return new DeliveryPolicy(
                retries,
                (int) Math.min(retries, Math.max(0, retries - ((long) attempts - delays))),
                allowed == 0 ? OptionalInt.empty() : OptionalInt.of(allowed),
                allowed == 0 ? OptionalInt.empty() : OptionalInt.of(Math.max(0, allowed - delays)),
                Optional.ofNullable(maxWaiting(asked)),
                timeout(asked));
    }

    private static long unlimitedIfZero(int value) {
        return value == 0 ? Long.MAX_VALUE : value;
    }

    private static Duration limit(Duration value) {
        return value == null || value.isZero() ? null : value;
    }

    private static long within(long value, long floor, long ceiling) {
        return Math.min(Math.max(value, floor), ceiling);
    }

    private static Duration within(Duration asked, Duration own, Duration floor, Duration ceiling) {
        Duration value = asked == null ? own : asked;
        Duration most = ceiling == null ? own : ceiling;
        if (floor != null && value.compareTo(floor) < 0) {
            value = floor;
        }
        return value.compareTo(most) > 0 ? most : value;
    }
}
