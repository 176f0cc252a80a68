package io.quarkiverse.sqlstreams;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a CDI bean the consumer of one stream for one consumer group.
 * <p>
 * The method takes, in any order, the payload, a {@link MessageMeta} or a {@link Message}, and returns {@code void} or
 * an {@link Outcome}. What it returns or throws is the delivery's outcome. A bean without a scope becomes
 * {@code @Singleton}.
 * <p>
 * Each policy member left at its default takes the value from {@code quarkus.sqlstreams.defaults.*}; configuration
 * under {@code quarkus.sqlstreams.streams."<stream>".groups."<group>".*} wins over the annotation. Durations are written
 * as Quarkus writes them ({@code 500ms}, {@code 30s}, {@code 5m}, {@code PT6H}). All {@code String} members may hold a
 * configuration expression such as <code>${charge.timeout:30s}</code>.
 *
 * <pre>{@code
 * @ApplicationScoped
 * class Cards {
 *
 *     @Consume(stream = "payments.requested", group = "charge-cards", maxRetries = 3)
 *     void charge(PaymentRequested payment, MessageMeta meta) {
 *         gateway.charge(payment, meta.messageId());
 *     }
 * }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Consume {

    /** Stands for "not set here" in the {@code int} members. */
    int UNSET = Integer.MIN_VALUE;

    /** The stream to read: 1 to 200 characters of {@code a-z A-Z 0-9 . _ - :}. */
    String stream();

    /** The consumer group, unique within the stream: 1 to 200 characters of {@code a-z A-Z 0-9 . _ - :}. */
    String group();

    /** How many messages of this group one instance runs at the same time; at least 1, 8 by default. */
    int concurrency() default UNSET;

    /** How many times a failed message is run again; 0 makes the first failure final, 3 by default. */
    int maxRetries() default UNSET;

    /** The wait after the first failure; {@code 5s} by default. */
    String initialBackoff() default "";

    /** The wait after the second failure, from which the curve grows; {@code 1s} by default. */
    String baseDelay() default "";

    /** The factor by which the wait grows from the second failure on; at least 1, 2 by default. */
    double exponent() default Double.NaN;

    /** The longest wait between two failures; {@code 5m} by default. */
    String maxDelay() default "";

    /** The share by which a wait is spread at random, from 0 (exact) to 1; 0.1 by default. */
    double jitter() default Double.NaN;

    /** How many delays a message may ask for before it is dead; 0, the default, means any number. */
    int maxDelays() default UNSET;

    /** How long after its first delay a message may still ask for another; unlimited by default. */
    String maxWaiting() default "";

    /** How long one run may take before it is cancelled and recorded as a failure; {@code 30s} by default. */
    String timeout() default "";

    /** Exceptions that make the message dead at once, wherever they stand in the cause chain. */
    Class<? extends Throwable>[] terminalOn() default {};

    /** The least a message may ask of this policy; no floor by default. */
    PolicyBounds floor() default @PolicyBounds;

    /** The most a message may ask of this policy; the group's own values by default. */
    PolicyBounds ceiling() default @PolicyBounds;

    /** Where a group that is declared for the first time begins. */
    StartAt startAt() default StartAt.OLDEST;
}
