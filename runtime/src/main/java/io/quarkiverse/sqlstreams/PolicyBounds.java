package io.quarkiverse.sqlstreams;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The least or the most that a single message may ask of its group's policy, as {@link Consume#floor()} or
 * {@link Consume#ceiling()}. A member left out means: no floor, or a ceiling at the group's own value.
 *
 * <pre>{@code
 * @Consume(stream = "payments.requested", group = "charge-cards", maxRetries = 3, ceiling = @PolicyBounds(maxRetries = 10))
 * }</pre>
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface PolicyBounds {

    /** Bounds {@link Consume#maxRetries()}. */
    int maxRetries() default Consume.UNSET;

    /** Bounds {@link Consume#maxDelays()}; a ceiling bounds "any number" too. */
    int maxDelays() default Consume.UNSET;

    /** Bounds {@link Consume#maxWaiting()}; a ceiling bounds "unlimited" too. */
    String maxWaiting() default "";

    /** Bounds {@link Consume#initialBackoff()}. */
    String initialBackoff() default "";

    /** Bounds {@link Consume#timeout()}. */
    String timeout() default "";
}
