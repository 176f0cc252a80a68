package io.quarkiverse.sqlstreams.runtime.store;

/** What a settling transaction found. */
public enum Settled {

    /** Everything was written. */
    WRITTEN,

    /** An earlier try, whose answer was lost, had written it. */
    WRITTEN_BEFORE,

    /** The claim is somebody else's by now: nothing was written. */
    TOKEN_GONE
}
