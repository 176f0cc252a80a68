package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * What one instance holds of one group: open ranges, exception rows under way, and the permits to run them. Fresh messages
 * and exception rows share the permits and take turns when both wait.
 */
final class GroupConsumer {

    private final GroupRef ref;
    private final ConsumerHandler handler;
    private final GroupStats stats;
    private final Executor executor;
    private final boolean yields;
    private final Suspects suspects;
    private final Runnable wakeKeeper;
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    private final List<RangeWork> ranges = new ArrayList<>();
    private final Set<Run> running = ConcurrentHashMap.newKeySet();
    private final Set<Run> rows = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<Run> endedRows = new ConcurrentLinkedQueue<>();

    private volatile GroupPolicy policy;
    private volatile Runnable wakeLoop = () -> {};
    private int active;
    private boolean due;
    private boolean rowsTurn;
    private boolean paused;
    private boolean stopping;

    /** @param yields whether its threads are not to be kept for more than one run */
    GroupConsumer(
            GroupRef ref,
            GroupPolicy policy,
            ConsumerHandler handler,
            GroupStats stats,
            Executor executor,
            boolean yields,
            Suspects suspects,
            Runnable wakeKeeper) {
        this.ref = ref;
        this.policy = policy;
        this.handler = handler;
        this.stats = stats;
        this.executor = executor;
        this.yields = yields;
        this.suspects = suspects;
        this.wakeKeeper = wakeKeeper;
    }

    void onWork(Runnable wakeLoop) {
        this.wakeLoop = wakeLoop;
    }

    GroupRef ref() {
        return ref;
    }

    GroupStats stats() {
        return stats;
    }

    /** As the newest declaration has it, as far as it has been read. */
    GroupPolicy policy() {
        return policy;
    }

    void policy(GroupPolicy newest) {
        policy = newest;
    }

    // What the loop asks and does

    synchronized int free() {
        return stopping || paused ? 0 : Math.max(0, policy.concurrency() - active);
    }

    /** Messages and bytes of all open ranges, and how many of the messages could be started. */
    record Held(int messages, long bytes, int startable) {}

    synchronized Held held() {
        int messages = 0;
        long bytes = 0;
        int startable = 0;
        for (RangeWork range : ranges) {
            messages += range.size();
            bytes += range.bytes();
            startable += range.startable();
        }
        return new Held(messages, bytes, startable);
    }

    synchronized void add(RangeWork range) {
        ranges.add(range);
    }

    /** Exception rows are known to wait: every other permit is for them. */
    synchronized void due(boolean waiting) {
        due = waiting;
        rowsTurn &= waiting;
    }

    synchronized boolean isDue() {
        return due;
    }

    /** How many of the free permits are for exception rows. */
    synchronized int permitsForRows() {
        int free = free();
        if (!due || free == 0 || startable() == 0) {
            return due ? free : 0;
        }
        return free == 1 ? (rowsTurn ? 1 : 0) : free / 2;
    }

    synchronized void pause(boolean paused) {
        this.paused = paused;
    }

    /** Starts claimed exception rows at once. */
    void startRows(List<Run> claimed) {
        for (Run run : claimed) {
            rows.add(run);
            synchronized (this) {
                active++;
                rowsTurn = false;
            }
            start(run);
        }
    }

    /** Starts fresh messages for the permits that are free. */
    void startFresh() {
        while (true) {
            Run run;
            synchronized (this) {
                run = free() == 0 ? null : fresh();
                if (run == null) {
                    return;
                }
                active++;
            }
            start(run);
        }
    }

    private void start(Run run) {
        try {
            executor.execute(() -> work(run));
        } catch (RejectedExecutionException e) {
            // The application stops: the message is given back, nothing has failed.
            run.refuse(Verdict.failure("the application stops", null));
            ended(run);
            synchronized (this) {
                active--;
            }
        }
    }

    // What a worker does: one run after the other, as long as there are fresh messages and it is their turn

    private void work(Run first) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Run run = first;
            while (run != null && run(run, thread)) {
                run = next();
                if (run != null && yields) {
                    start(run);
                    run = null;
                }
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** @return false if its permit is not this worker's any more: the run goes on by itself, or was given up */
    private boolean run(Run run, Thread thread) {
        running.add(run);
        stats.running(1);
        run.begin(thread);
        Verdict verdict = handler.handle(run, policy, this::completed);
        // An interrupt that was meant for this run must not reach the next one.
        boolean counts = verdict != null && finish(run, verdict);
        Thread.interrupted();
        return counts;
    }

    /** A run that went on after its call had returned. */
    private void completed(Run run, Verdict verdict) {
        if (finish(run, verdict)) {
            Run next = next();
            if (next != null) {
                start(next);
            }
        }
    }

    private boolean finish(Run run, Verdict verdict) {
        boolean counts = run.end(verdict);
        running.remove(run);
        stats.running(-1);
        if (counts) {
            ended(run);
        } else {
            stats.abandoned(-1);
        }
        return counts;
    }

    private synchronized Run next() {
        Run run = stopping || paused || due && rowsTurn ? null : fresh();
        if (run == null) {
            active--;
            wakeLoop.run();
        }
        return run;
    }

    private Run fresh() {
        Run run = null;
        int left = 0;
        for (RangeWork range : ranges) {
            if (run == null) {
                run = range.start();
            }
            left += range.startable();
        }
        if (run != null) {
            rowsTurn = due;
            if (left == policy.concurrency()) {
                wakeLoop.run();
            }
        }
        return run;
    }

    private int startable() {
        int startable = 0;
        for (RangeWork range : ranges) {
            startable += range.startable();
        }
        return startable;
    }

    /** Records a run without waiting for it any longer. */
    void abandon(Run run, Verdict verdict) {
        if (!run.end(verdict)) {
            return;
        }
        stats.abandoned(1);
        ended(run);
        synchronized (this) {
            active--;
        }
        wakeLoop.run();
    }

    private void ended(Run run) {
        if (run.isSuspect()) {
            suspects.free();
        }
        if (run.token() == null) {
            if (run.range().ended()) {
                wakeKeeper.run();
            }
        } else {
            endedRows.add(run);
            wakeKeeper.run();
        }
    }

    // What the keeper and the watch ask and do

    synchronized List<RangeWork> ranges() {
        return new ArrayList<>(ranges);
    }

    synchronized void remove(RangeWork range) {
        ranges.remove(range);
    }

    /** Runs of exception rows whose outcome has not been recorded. */
    Set<Run> rows() {
        return rows;
    }

    ConcurrentLinkedQueue<Run> endedRows() {
        return endedRows;
    }

    Set<Run> running() {
        return running;
    }

    void wake() {
        wakeLoop.run();
    }

    // Stopping

    /** Starts nothing more. */
    synchronized void stop() {
        stopping = true;
        for (RangeWork range : ranges) {
            range.stop();
        }
        wakeKeeper.run();
    }

    synchronized boolean isIdle() {
        return active == 0;
    }

    void cancelAll() {
        for (Run run : running) {
            run.cancel(Run.Cancelled.SHUTDOWN);
        }
    }
}
