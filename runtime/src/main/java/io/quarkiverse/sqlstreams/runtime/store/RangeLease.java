package io.quarkiverse.sqlstreams.runtime.store;

import java.util.List;
import java.util.UUID;

/**
 * A range as it was claimed.
 *
 * @param token names the claim
 * @param low the id below the first message
 * @param high the last id
 * @param reclaims how often it was taken over from a claim that had run out
 * @param messages what is visible in it
 */
public record RangeLease(UUID token, long low, long high, int reclaims, List<StoredMessage> messages) {}
