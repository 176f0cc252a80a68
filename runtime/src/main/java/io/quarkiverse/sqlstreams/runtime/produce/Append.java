package io.quarkiverse.sqlstreams.runtime.produce;

import io.quarkiverse.sqlstreams.runtime.store.NewMessage;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The messages of one call on their way into the log: stored together, and the call ends with their fate. */
abstract class Append {

    private final List<NewMessage> messages;
    private final long length;

    private long[] ids;
    private StoreFailure failure;

    Append(List<NewMessage> messages) {
        this.messages = messages;
        long sum = 0;
        for (int i = 0; i < messages.size(); i++) {
            sum += messages.get(i).length();
        }
        length = sum;
    }

    final List<NewMessage> messages() {
        return messages;
    }

    final int size() {
        return messages.size();
    }

    /** In characters. */
    final long length() {
        return length;
    }

    final void stored(long[] ids) {
        this.ids = ids;
        ended();
    }

    final void failed(StoreFailure failure) {
        this.failure = failure;
        ended();
    }

    /** To be read once it has ended. */
    final long[] ids() throws StoreFailure {
        if (failure != null) {
            throw failure;
        }
        return ids;
    }

    /** Lets the caller know; must return at once and never throw. */
    abstract void ended();

    /** One whose caller waits, and may be asked to store the waiting messages itself. */
    static final class Waiting extends Append {

        private static final int WAITS = 0;
        private static final int LEADS = 1;
        private static final int ENDED = 2;

        private final Thread caller = Thread.currentThread();
        private volatile int state;

        Waiting(List<NewMessage> messages) {
            super(messages);
        }

        void lead() {
            state = LEADS;
            LockSupport.unpark(caller);
        }

        @Override
        void ended() {
            state = ENDED;
            LockSupport.unpark(caller);
        }

        boolean hasEnded() {
            return state == ENDED;
        }

        /**
         * Returns when this has ended or leads.
         *
         * @return whether the caller was interrupted meanwhile; its flag is cleared
         */
        boolean await() {
            boolean interrupted = false;
            while (state == WAITS) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            return interrupted;
        }
    }
}
