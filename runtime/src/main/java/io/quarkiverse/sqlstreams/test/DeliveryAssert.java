package io.quarkiverse.sqlstreams.test;

import java.util.List;

/**
 * Says what one message's delivery should look like, and fails with an {@link AssertionError} that tells what it does
 * look like. It looks at the moment when {@link SqlStreamsKit#assertThat(String, String, long)} was called, and waits for
 * nothing: drain the group first.
 *
 * <pre>{@code
 * kit.assertThat("payments.requested", "charge-cards", payment.id())
 *         .isReady(0, 1)
 *         .hasRuns("delayed");
 * }</pre>
 */
public final class DeliveryAssert {

    private final DeliverySnapshot delivery;

    DeliveryAssert(DeliverySnapshot delivery) {
        this.delivery = delivery;
    }

    /** The message has been handled and nothing is left to do for it: it has no exception row and is in no open claim. */
    public DeliveryAssert isDone() {
        return check(delivery.done(), "done");
    }

    /**
     * The message waits for its next run, due or not.
     *
     * @param attempts the number of its latest run, from 0; −1: none yet
     * @param delays how often the handler asked to run later
     */
    public DeliveryAssert isReady(int attempts, int delays) {
        return is("ready", attempts, delays);
    }

    /**
     * The message is a dead letter.
     *
     * @param attempts the number of its last run, from 0
     * @param delays how often the handler asked to run later
     */
    public DeliveryAssert isDead(int attempts, int delays) {
        return is("dead", attempts, delays);
    }

    /**
     * The delivery log holds exactly these runs of the message.
     *
     * @param statuses how they ended, in that order, such as {@code failure} or {@code delayed}; successes are only logged
     *        by streams configured so
     */
    public DeliveryAssert hasRuns(String... statuses) {
        List<String> expected = List.of(statuses);
        List<String> found =
                delivery.runs().stream().map(DeliverySnapshot.Run::status).toList();
        return check(found.equals(expected), "to have the runs " + expected);
    }

    private DeliveryAssert is(String status, int attempts, int delays) {
        return check(
                delivery.status().equals(status) && delivery.attempts() == attempts && delivery.delays() == delays,
                DeliverySnapshot.state(status, attempts, delays));
    }

    private DeliveryAssert check(boolean holds, String expected) {
        if (!holds) {
            throw new AssertionError("expected " + expected + ", but " + delivery);
        }
        return this;
    }
}
