package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** The wait after a run that failed. */
public final class Backoff {

    private static final double NANOS = 1_000_000_000d;

    private Backoff() {}

    /**
     * @param spent the failures spent before this run: {@code attempts - delays} of the run that failed
     * @param jitter the share by which the result is spread, 0 to 1; 0: exact
     * @param random supplies values from 0 to 1; asked only if there is a jitter
     */
    public static Duration afterFailure(
            long spent,
            Duration initialBackoff,
            Duration baseDelay,
            double exponent,
            Duration maxDelay,
            double jitter,
            DoubleSupplier random) {
        Duration wait = spent <= 0 ? initialBackoff : grown(spent, baseDelay, exponent, maxDelay);
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        if (!(jitter > 0)) {
            return wait;
        }
        double spread = Math.min(jitter, 1) * (2 * random.getAsDouble() - 1);
        return times(wait, Math.max(0, 1 + spread));
    }

    private static Duration grown(long spent, Duration baseDelay, double exponent, Duration maxDelay) {
        if (spent == 1 || baseDelay.isZero()) {
            return baseDelay.compareTo(maxDelay) < 0 ? baseDelay : maxDelay;
        }
        double factor = Math.pow(exponent, spent - 1d);
        // False for NaN and infinity as well.
        return seconds(baseDelay) * factor < seconds(maxDelay) ? times(baseDelay, factor) : maxDelay;
    }

    private static double seconds(Duration duration) {
        return duration.getSeconds() + duration.getNano() / NANOS;
    }

    private static Duration times(Duration duration, double factor) {
        double seconds = seconds(duration) * factor;
        // The cast saturates; nothing that large has a fraction.
        long whole = (long) seconds;
        double rest = seconds - whole;
        return Duration.ofSeconds(whole, rest > 0 && rest < 1 ? Math.round(rest * NANOS) : 0);
    }
}
