package io.quarkiverse.sqlstreams.runtime;

import io.quarkiverse.sqlstreams.runtime.policy.LogStatus;

/** Which runs are written to a stream's {@code delivery_log}. */
public enum LogMode {

    /** None. */
    OFF,

    /** All but successes. */
    FAILURES,

    /** All. */
    ALL;

    /** Whether a run that ended so is written. */
    public boolean keeps(LogStatus status) {
        return this == ALL || this == FAILURES && status != LogStatus.SUCCESS;
    }
}
