package io.quarkiverse.sqlstreams.runtime.policy;

import java.util.Locale;

/** How a run ended, as the delivery log has it. */
public enum LogStatus {

    /** Done. */
    SUCCESS,

    /** Failed, or dead by its own say-so or by a budget of delays. */
    FAILURE,

    /** The handler asked to run later. */
    DELAYED,

    /** The lease ran out, and another claim took over. */
    EXPIRED,

    /** The lease ran out with no budget left. */
    KILLED,

    /** Ended by a shutdown. */
    INTERRUPTED,

    /** Retention took the message first. */
    DROPPED;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** The word in the table. */
    public String text() {
        return text;
    }
}
