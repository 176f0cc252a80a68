package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.runtime.policy.Decision.Status;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Decides what a run that ended means for its message: the counters, the next run, the end. */
public final class Settlement {

    /** The longest wait that is handed to the database; what lies beyond is as good as never. */
    public static final Duration LONGEST_WAIT = Duration.ofDays(3_652_425);

    private Settlement() {}

    /**
     * Decides for a run that ended with an outcome.
     *
     * @param attempts the number of that run
     * @param delays the recorded delays before it
     * @param waited the time since the first recorded delay, by the database's clock; null if there is none
     */
    public static Decision decide(
            GroupPolicy policy,
            AskedPolicy asked,
            int attempts,
            int delays,
            Duration waited,
            Verdict verdict,
            DoubleSupplier random) {
        return switch (verdict.kind()) {
            case SUCCESS -> new Decision(Status.DONE, delays, Duration.ZERO, null, LogStatus.SUCCESS, null);
            case TERMINAL -> dead(delays, verdict);
            case DELAY -> mayDelay(policy, asked, delays, waited) ? delayed(delays, verdict) : dead(delays, verdict);
            case FAILURE ->
                mayFail(policy, asked, attempts, delays)
                        ? failed(policy, asked, attempts, delays, verdict, random)
                        : dead(delays, verdict);
        };
    }

    /**
     * Decides for a run whose lease ran out. {@code READY} means that the row may be taken over by another run.
     *
     * @param attempts the number of that run
     */
    public static Decision expired(GroupPolicy policy, AskedPolicy asked, int attempts, int delays, String lastError) {
        if (mayFail(policy, asked, attempts, delays)) {
            return new Decision(Status.READY, delays, Duration.ZERO, lastError, LogStatus.EXPIRED, null);
        }
        String killed = FailureText.killed(lastError, attempts);
        return new Decision(Status.DEAD, delays, Duration.ZERO, killed, LogStatus.KILLED, null);
    }

    /**
     * Whether the message survives a failure of the run of this number. It is also the condition under which a ready
     * row with these counters may be claimed.
     */
    public static boolean mayFail(GroupPolicy policy, AskedPolicy asked, int attempts, int delays) {
        return (long) attempts - delays < policy.maxRetries(asked);
    }

    private static boolean mayDelay(GroupPolicy policy, AskedPolicy asked, int delays, Duration waited) {
        int maxDelays = policy.maxDelays(asked);
        if (maxDelays > 0 && delays >= maxDelays) {
            return false;
        }
        Duration maxWaiting = policy.maxWaiting(asked);
        return maxWaiting == null || delays == 0 || waited == null || waited.compareTo(maxWaiting) < 0;
    }

    private static Decision delayed(int delays, Verdict verdict) {
        return new Decision(
                Status.READY,
                Math.addExact(delays, 1),
                wait(verdict.delay()),
                verdict.error(),
                LogStatus.DELAYED,
                verdict.stackTrace());
    }

    private static Decision failed(
            GroupPolicy policy, AskedPolicy asked, int attempts, int delays, Verdict verdict, DoubleSupplier random) {
        Duration backoff = Backoff.afterFailure(
                (long) attempts - delays,
                policy.initialBackoff(asked),
                policy.baseDelay(),
                policy.exponent(),
                policy.maxDelay(),
                policy.jitter(),
                random);
        return new Decision(
                Status.READY, delays, wait(backoff), verdict.error(), LogStatus.FAILURE, verdict.stackTrace());
    }

    private static Decision dead(int delays, Verdict verdict) {
        return new Decision(
                Status.DEAD, delays, Duration.ZERO, verdict.error(), LogStatus.FAILURE, verdict.stackTrace());
    }

    private static Duration wait(Duration asked) {
        if (asked.isNegative()) {
            return Duration.ZERO;
        }
        return asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
    }
}
