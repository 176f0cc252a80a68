package io.quarkiverse.sqlstreams.test;

import io.quarkiverse.sqlstreams.runtime.policy.DurationText;
import java.time.Duration;
import java.util.List;

/**
 * How one message stood for one consumer group at one moment.
 *
 * <pre>{@code
 * DeliverySnapshot delivery = kit.delivery("payments.requested", "charge-cards", payment.id());
 * assertEquals("ready", delivery.status());
 * assertEquals(1, delivery.delays());
 * }</pre>
 *
 * @param stream the stream
 * @param group the consumer group
 * @param messageId the message's id
 * @param status what the message's exception row waits for: {@code ready}, {@code inflight}, {@code deferred} or
 *        {@code dead}; {@code none} if there is no row, because the message is done or because it has not ended its first
 *        run: {@code done} tells which
 * @param attempts the number of the latest run, from 0; −1 if the row has not run, or there is no row
 * @param delays how often the handler asked to run later; 0 if there is no row
 * @param dueIn how long until the row may run, by the clock of {@link SqlStreamsClock}: zero or less if it is due; null
 *        unless {@code ready}
 * @param lastError what the latest run said; null if there is no row or nothing was said
 * @param done whether the message has been handled and nothing is left to do for it
 * @param runs the runs that the stream's delivery log holds, in the order in which they ended: all but successes unless
 *        configured otherwise
 */
public record DeliverySnapshot(
        String stream,
        String group,
        long messageId,
        String status,
        int attempts,
        int delays,
        Duration dueIn,
        String lastError,
        boolean done,
        List<Run> runs) {

    /**
     * A run that ended.
     *
     * @param attempt its number, from 0
     * @param status how it ended: {@code success}, {@code failure}, {@code delayed}, {@code expired}, {@code killed},
     *        {@code interrupted} or {@code dropped}
     * @param error what it said; null for a success
     * @param redrives how often the message had been brought back from the dead
     */
    public record Run(int attempt, String status, String error, int redrives) {

        /** The number and how it ended: {@code (0,failure)}. */
        @Override
        public String toString() {
            return "(" + attempt + ',' + status + ')';
        }
    }

    public DeliverySnapshot {
        runs = List.copyOf(runs);
    }

    /** One line for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(stream).append('/').append(group).append(" message ").append(messageId);
        if (done) {
            text.append(" is done");
        } else if (status.equals("none")) {
            text.append(" has not ended its first run");
        } else {
            text.append(" is ").append(state(status, attempts, delays));
        }
        if (dueIn != null) {
            text.append(", due in ").append(DurationText.of(dueIn));
        }
        if (lastError != null) {
            text.append(", last error: ").append(lastError);
        }
        if (!runs.isEmpty()) {
            text.append(", runs:");
            runs.forEach(run -> text.append(' ').append(run));
        }
        return text.toString();
    }

    static String state(String status, int attempts, int delays) {
        return status + ' ' + attempts + '/' + delays;
    }
}
