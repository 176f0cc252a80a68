package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.runtime.produce.Append.Waiting;
import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the calls that produce to one stream at the same time share transactions. There is no thread and no timer of its
 * own: a caller that finds fewer than two leaders leads. It takes what waits, stores it with its own messages in one
 * transaction, and hands the lead on to a call that has begun to wait meanwhile.
 * <p>
 * Who does not wait, {@link #append(Append)}, never holds the lead while it is not running: else every worker thread
 * could wait for a leader that waits for a worker thread.
 */
final class GroupCommit {

    private static final int MOST_LEADERS = 2;
    private static final int MOST_MESSAGES = 1_000;
    private static final long MOST_CHARACTERS = 8 << 20;

    private final OwnTransaction transaction;
    private final Executor executor;
    private final Runnable leadForOthers = this::leadForOthers;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final ArrayDeque<Append> handedIn = new ArrayDeque<>();
    private int leaders;

    GroupCommit(OwnTransaction transaction, Executor executor) {
        this.transaction = transaction;
        this.executor = executor;
    }

    /**
     * Returns when the messages are durable. An interrupt does not end the wait, which would leave unknown what has become
     * of them: it is there again afterwards.
     *
     * @return their ids, in order
     */
    long[] append(List<NewMessage> messages) throws StoreFailure {
        Waiting own = new Waiting(messages);
        boolean interrupted = Thread.interrupted();
        try {
            if (!becomesLeader(own)) {
                interrupted |= own.await();
            }
            if (!own.hasEnded()) {
                interrupted |= lead(own);
            }
            return own.ids();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Hands in messages that nobody waits for. */
    void append(Append append) {
        lock.lock();
        try {
            handedIn.add(append);
        } finally {
            lock.unlock();
        }
        leadElsewhere();
    }

    private boolean becomesLeader(Waiting own) {
        lock.lock();
        try {
            if (leaders < MOST_LEADERS) {
                leaders++;
                return true;
            }
            waiting.add(own);
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void leadElsewhere() {
        try {
            executor.execute(leadForOthers);
        } catch (RejectedExecutionException stopping) {
            Append left;
            while ((left = takeHandedIn()) != null) {
                left.failed(StoreFailure.unexpected(stopping));
            }
        }
    }

    private Append takeHandedIn() {
        lock.lock();
        try {
            return handedIn.poll();
        } finally {
            lock.unlock();
        }
    }

    private void leadForOthers() {
        Append first;
        lock.lock();
        try {
            first = leaders < MOST_LEADERS ? handedIn.poll() : null;
            if (first == null) {
                return;
            }
            leaders++;
        } finally {
            lock.unlock();
        }
        lead(first);
    }

    /** @return whether the thread was interrupted meanwhile; its flag is cleared */
    private boolean lead(Append own) {
        try {
            List<Append> batch = new ArrayList<>();
            batch.add(own);
            BatchWrite write = new BatchWrite(transaction, batch);
            try {
                gather(own, batch);
            } catch (Error e) {
                write.failRest(StoreFailure.unexpected(e));
                throw e;
            }
            return write.run();
        } finally {
            handOver();
        }
    }

    private void gather(Append own, List<Append> batch) {
        int messages = own.size();
        long length = own.length();
        lock.lock();
        try {
            boolean takesWaiting = true;
            while (!waiting.isEmpty() || !handedIn.isEmpty()) {
                ArrayDeque<? extends Append> from =
                        handedIn.isEmpty() || takesWaiting && !waiting.isEmpty() ? waiting : handedIn;
                Append next = from.peek();
                messages += next.size();
                length += next.length();
                if (messages > MOST_MESSAGES || length > MOST_CHARACTERS) {
                    return;
                }
                batch.add(next);
                from.remove();
                takesWaiting = !takesWaiting;
            }
        } finally {
            lock.unlock();
        }
    }

    private void handOver() {
        boolean isWorkLeft = false;
        lock.lock();
        try {
            Waiting next = waiting.poll();
            if (next != null) {
                next.lead();
            } else {
                leaders--;
                isWorkLeft = !handedIn.isEmpty();
            }
        } finally {
            lock.unlock();
        }
        if (isWorkLeft) {
            leadElsewhere();
        }
    }
}
