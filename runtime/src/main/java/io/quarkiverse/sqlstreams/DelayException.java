package io.quarkiverse.sqlstreams;

import java.time.Duration;
import java.util.Objects;

/**
 * Thrown by a consumer method whose message has to run later although nothing failed: it spends no retry and is
 * counted in {@code delays}, and a {@code @Transactional} method is rolled back. Apart from that roll-back it is the
 * same as returning {@link Outcome#delay(Duration)}.
 *
 * <pre>{@code
 * throw new DelayException(Duration.ofHours(6));
 * }</pre>
 */
public class DelayException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    /**
     * @param delay how long to wait, from the end of this run; zero or less is claimable at the next poll
     * @throws NullPointerException if {@code delay} is null
     */
    public DelayException(Duration delay) {
        this(delay, null);
    }

    /**
     * @param delay how long to wait, from the end of this run; zero or less is claimable at the next poll
     * @param cause what made the handler wait, kept for the stack trace; may be null
     * @throws NullPointerException if {@code delay} is null
     */
    public DelayException(Duration delay, Throwable cause) {
        super("run later: " + Objects.requireNonNull(delay, "delay"), cause);
        this.delay = delay;
    }

    /** How long to wait, from the end of the run that threw this. */
    public Duration delay() {
        return delay;
    }
}
