package io.quarkiverse.sqlstreams.runtime.delivery;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The one place an instance has for messages whose earlier run ended with its process. Were two of them to run at once,
 * the one that kills the process would take the other's budget with it.
 */
final class Suspects {

    private final AtomicBoolean taken = new AtomicBoolean();
    private final Wakeups wakeups;

    Suspects(Wakeups wakeups) {
        this.wakeups = wakeups;
    }

    boolean take() {
        return taken.compareAndSet(false, true);
    }

    /** It was not needed after all. */
    void leave() {
        taken.set(false);
    }

    /** A run of such a message has ended: another may be waiting. */
    void free() {
        taken.set(false);
        wakeups.wakeAll();
    }
}
