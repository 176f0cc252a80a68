package io.quarkiverse.sqlstreams.runtime.produce;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/** What this instance has produced to one stream since it started. */
public final class ProducerStats {

    /** Told of each call that ended well, in a JTA transaction before that has committed. Returns at once, never throws. */
    public interface Listener {
        void produced(int messages, Duration took);
    }

    private static final Listener NOBODY = (messages, took) -> {};

    private final String stream;
    private final LongAdder stored = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile Listener listener = NOBODY;

    ProducerStats(String stream) {
        this.stream = stream;
    }

    /** The stream's name. */
    public String stream() {
        return stream;
    }

    /** Messages that have been committed. */
    public long stored() {
        return stored.sum();
    }

    /** Messages refused before any SQL, with those of the same call. */
    public long refused() {
        return refused.sum();
    }

    /** Messages that could not be stored, or of which it is unknown whether they were. */
    public long failed() {
        return failed.sum();
    }

    /** Who is told of the calls from now on. */
    public void listen(Listener listener) {
        this.listener = listener;
    }

    void stored(int messages) {
        stored.add(messages);
    }

    void refused(int messages) {
        refused.add(messages);
    }

    void failed(int messages) {
        failed.add(messages);
    }

    void produced(int messages, long beginNanos) {
        listener.produced(messages, Duration.ofNanos(System.nanoTime() - beginNanos));
    }
}
