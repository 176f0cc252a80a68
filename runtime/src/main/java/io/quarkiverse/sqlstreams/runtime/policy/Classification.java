package io.quarkiverse.sqlstreams.runtime.policy;

import java.util.Set;

/** Tells what a run came to from what its handler returned or threw. */
public final class Classification {

    public Classification(Set<String> terminalOn) {}

    public Verdict classify(Throwable thrown) {
        throw new UnsupportedOperationException();
    }

    /**
     * @param thrown what came out of the call
     * @param own what the handler itself threw, if it is known
     */
    public Verdict classify(Throwable thrown, Throwable own) {
        throw new UnsupportedOperationException();
    }

    public Verdict classify(Object returned, boolean returnsOutcome, String method) {
        throw new UnsupportedOperationException();
    }

    public Verdict undecodable(Throwable thrown) {
        throw new UnsupportedOperationException();
    }
}
