package io.quarkiverse.sqlstreams.runtime.delivery;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells the loops of this process that there may be work now. A wake-up that is lost costs one poll. */
@Singleton
public final class Wakeups {

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Something that looks for work of one stream when it is told to. */
    public interface Listener {

        long streamId();

        /** Returns at once. */
        void wake();
    }

    /** Messages of the stream have been committed. */
    public void wake(long streamId) {
        for (Listener listener : listeners) {
            if (listener.streamId() == streamId) {
                listener.wake();
            }
        }
    }

    /** Anything may have become due. */
    public void wakeAll() {
        for (Listener listener : listeners) {
            listener.wake();
        }
    }

    void add(Listener listener) {
        listeners.add(listener);
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }
}
