package io.quarkiverse.sqlstreams.test;

import io.quarkiverse.sqlstreams.runtime.delivery.Wakeups;
import io.quarkiverse.sqlstreams.runtime.policy.DurationText;
import java.time.Duration;

/** Looks again and again until a deadline, in real time. */
final class Wait {

    private static final long LONGEST_PAUSE_MILLIS = 50;

    private final Duration longest;
    private final long start = System.nanoTime();
    private long pause = 1;

    Wait(Duration longest) {
        this.longest = longest;
    }

    /** Pauses before the next look; false if there should be none: the time is over, or the thread was interrupted. */
    boolean again(Wakeups wakeups) {
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        if (waited.compareTo(longest) >= 0) {
            return false;
        }
        // The loops may be between two polls that are far apart.
        wakeups.wakeAll();
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        return true;
    }

    @Override
    public String toString() {
        return DurationText.of(longest);
    }
}
