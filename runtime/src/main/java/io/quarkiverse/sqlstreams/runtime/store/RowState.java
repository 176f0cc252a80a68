package io.quarkiverse.sqlstreams.runtime.store;

import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;

/** What an exception row says about its runs. */
public record RowState(
        long messageId, int attempts, int delays, int expiries, int redrives, String lastError, AskedPolicy asked) {}
