package io.quarkiverse.sqlstreams;

import java.time.Duration;
import java.util.Objects;

/**
 * What became of one run of a consumer method.
 * <p>
 * A method that returns normally without an {@code Outcome} means {@link Success}; one that throws anything
 * unclassified means {@link Retry}. Returning an outcome and throwing the matching exception are the same to the
 * delivery; they differ only in a {@code @Transactional} consumer, where a return commits the method's own work and
 * an unchecked exception rolls it back.
 *
 * <pre>{@code
 * @Consume(stream = "payments.requested", group = "charge-cards")
 * Outcome charge(PaymentRequested payment) {
 *     return switch (gateway.charge(payment)) {
 *         case ACCEPTED -> Outcome.success();
 *         case DECLINED -> Outcome.terminal("card declined");
 *         case PENDING -> Outcome.delay(Duration.ofHours(6));
 *     };
 * }
 * }</pre>
 */
public sealed interface Outcome permits Outcome.Success, Outcome.Retry, Outcome.Terminal, Outcome.Delay {

    /** The message is done. No row is written, and an existing exception row is deleted. */
    static Outcome success() {
        return Success.INSTANCE;
    }

    /**
     * The run failed: the message runs again after the group's backoff, or is dead once its retries are spent.
     *
     * @param cause what went wrong; its class and message become the row's {@code last_error}
     * @throws NullPointerException if {@code cause} is null
     */
    static Outcome retry(Throwable cause) {
        return new Retry(cause);
    }

    /**
     * The message can never succeed: it is dead now, without another run.
     *
     * @param cause why; its message becomes part of the row's {@code last_error}
     * @throws NullPointerException if {@code cause} is null
     */
    static Outcome terminal(Throwable cause) {
        return new Terminal(new TerminalException(cause));
    }

    /**
     * The message can never succeed: it is dead now, without another run.
     *
     * @param reason why, for the person who reads the dead letter; never put the payload into it
     * @throws NullPointerException if {@code reason} is null
     */
    static Outcome terminal(String reason) {
        return new Terminal(new TerminalException(Objects.requireNonNull(reason, "reason")));
    }

    /**
     * Nothing failed, but the message has to run later. It is counted in {@code delays} and spends no retry.
     *
     * @param duration how long to wait, from the end of this run; zero or less is claimable at the next poll
     * @throws NullPointerException if {@code duration} is null
     */
    static Outcome delay(Duration duration) {
        return new Delay(duration);
    }

    /** See {@link Outcome#success()}. */
    final class Success implements Outcome {

        private static final Success INSTANCE = new Success();

        private Success() {}

        @Override
        public String toString() {
            return "Success";
        }
    }

    /** See {@link Outcome#retry(Throwable)}. */
    record Retry(Throwable cause) implements Outcome {

        public Retry {
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** See {@link Outcome#terminal(Throwable)}. */
    record Terminal(Throwable cause) implements Outcome {

        public Terminal {
            Objects.requireNonNull(cause, "cause");
        }
    }

    /** See {@link Outcome#delay(Duration)}. */
    record Delay(Duration duration) implements Outcome {

        public Delay {
            Objects.requireNonNull(duration, "duration");
        }
    }
}
