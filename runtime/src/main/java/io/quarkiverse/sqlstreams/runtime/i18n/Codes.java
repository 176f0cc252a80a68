package io.quarkiverse.sqlstreams.runtime.i18n;

/** The codes that stand inside a stored text, where the message bundle's prefix would be in the way. */
public final class Codes {

    /** The handler asked to run the message later. */
    public static final String DELAYED = "SQL0054";

    /** The message can never succeed. */
    public static final String TERMINAL = "SQL0055";

    /** A handler that declares an {@code Outcome} returned null. */
    public static final String NULL_OUTCOME = "SQL0056";

    /** A run took longer than its timeout and was cancelled. */
    public static final String TIMED_OUT = "SQL0057";

    /** The last allowed run ended with its process. */
    public static final String KILLED = "SQL0061";

    /** The retries of the group were lowered under what a row has spent. */
    public static final String BUDGET_LOWERED = "SQL0062";

    private Codes() {}
}
