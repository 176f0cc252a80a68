package io.quarkiverse.sqlstreams.runtime.store;

/**
 * What one look at a group showed. The first five say how far it may claim, the others whether there is other work.
 *
 * @param claimed the last id handed out
 * @param settled the highest id known to have nothing uncommitted at or below it
 * @param observed a head remembered by the cursor row that has not been used yet, or null
 * @param observedSettled whether that head has settled by now
 * @param fresh a newer head seen by this look with its transaction id, if none was remembered, or null
 * @param due whether a ready row is due
 * @param expiredRow whether the lease of an inflight row ran out
 * @param expiredRange whether the lease of a range ran out or was handed back
 * @param budgetLowered whether ready rows may have spent more than the policy now allows
 * @param paused whether the group is paused
 */
public record Probe(
        long claimed,
        long settled,
        Observation observed,
        boolean observedSettled,
        Observation fresh,
        boolean due,
        boolean expiredRow,
        boolean expiredRange,
        boolean budgetLowered,
        boolean paused) {

    /**
     * A visible head together with a transaction id drawn after it was seen: settled once no transaction below that id
     * is left that could have drawn a lower message id.
     */
    public record Observation(long head, String xid) {}
}
