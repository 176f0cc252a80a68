package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Settlement;

/** Tells how a recorded run is counted. */
final class Ends {

    private Ends() {}

    static GroupStats.Ended of(GroupPolicy policy, Run run) {
        return switch (run.verdict().kind()) {
            case SUCCESS -> GroupStats.Ended.SUCCESS;
            case DELAY -> GroupStats.Ended.DELAY;
            case TERMINAL -> GroupStats.Ended.DEAD;
            case FAILURE ->
                Settlement.mayFail(policy, run.asked(), run.attempts(), run.delays())
                        ? GroupStats.Ended.RETRY
                        : GroupStats.Ended.DEAD;
        };
    }
}
