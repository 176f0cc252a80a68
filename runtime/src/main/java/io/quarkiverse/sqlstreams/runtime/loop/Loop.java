package io.quarkiverse.sqlstreams.runtime.loop;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A thread that does the same again and again until it is stopped. Whatever a pass throws ends that pass only: the next
 * one follows after a while that grows with each failure, with one warning an episode.
 */
public abstract class Loop {

    private static final long FIRST_BACKOFF = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_BACKOFF = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private Thread thread;
    private boolean wake;
    private volatile boolean stopping;

    protected Loop(String name) {
        this.name = name;
    }

    /** One pass. @return the nanoseconds until the next one, unless {@link #wake} comes first */
    protected abstract long pass() throws Exception;

    /** Told after each pass whether it could do its work. */
    protected void passed(boolean well) {}

    /** Starting twice is one start. */
    public final void start() {
        lock.lock();
        try {
            if (thread != null) {
                return;
            }
            stopping = false;
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            thread.start();
        } finally {
            lock.unlock();
        }
    }

    /** Returns once the latest pass has ended. */
    public final void stop() {
        Thread running;
        lock.lock();
        try {
            stopping = true;
            running = thread;
            thread = null;
            woken.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (running != null && running != Thread.currentThread()) {
            try {
                running.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the next pass begin at once; one that is going on is followed by another. */
    public final void wake() {
        lock.lock();
        try {
            wake = true;
            woken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the pass is the last one: it should leave out what can wait. */
    protected final boolean isStopping() {
        return stopping;
    }

    private void run() {
        int failures = 0;
        while (!stopping) {
            long wait;
            try {
                wait = pass();
                if (failures > 0) {
                    LOG.loopRecovered(name, failures);
                    failures = 0;
                }
                passed(true);
            } catch (Throwable t) {
                wait = failed(t, ++failures);
            }
            await(wait, failures > 0);
        }
    }

    private long failed(Throwable t, int failures) {
        try {
            passed(false);
            if (failures == 1) {
                LOG.loopFailed(name, t);
            } else {
                LOG.debugf(t, "%s failed again (%d)", name, failures);
            }
        } catch (Throwable unloggable) {
            // A loop that cannot say why still goes on.
        }
        long backoff = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF << Math.min(failures - 1, 10));
        return backoff / 2 + ThreadLocalRandom.current().nextLong(backoff);
    }

    private void await(long nanos, boolean backingOff) {
        lock.lock();
        try {
            long left = nanos;
            // While it backs off, a wake-up must not turn it into a busy loop.
            while (left > 0 && !stopping && (backingOff || !wake)) {
                left = woken.awaitNanos(left);
            }
            wake = false;
        } catch (InterruptedException e) {
            // Nobody stops a loop that way; the flag is clear now.
            wake = false;
        } finally {
            lock.unlock();
        }
    }

    /** A wait that differs by a tenth, so that instances do not poll in step. */
    protected static long spread(Duration wait) {
        long nanos = Math.max(1, wait.toNanos());
        return nanos - nanos / 10 + ThreadLocalRandom.current().nextLong(Math.max(1, nanos / 5));
    }
}
