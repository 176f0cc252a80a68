package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.entity.ConsumerGroupCursor;
import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Decision;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Settlement;
import io.quarkiverse.sqlstreams.runtime.produce.MessageOptions;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.GroupStore;
import io.quarkiverse.sqlstreams.runtime.store.LogWrite;
import io.quarkiverse.sqlstreams.runtime.store.RangeLease;
import io.quarkiverse.sqlstreams.runtime.store.RangeStore;
import io.quarkiverse.sqlstreams.runtime.store.RowWrite;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.StoredMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Claims ranges for one group: fresh ones, and those whose claim has run out. */
final class RangeClaims {

    /** From this reclaim on a range runs one message at a time. */
    private static final int ISOLATED_FROM = 2;

    private final GroupConsumer group;
    private final GroupRef ref;
    private final Claims claims;
    private final RangeStore ranges;
    private final GroupStore groups;
    private final Duration lease;
    private final int maxReclaims;
    private UUID doubtful;

    RangeClaims(Schema schema, GroupConsumer group, Claims claims, Duration lease, int maxReclaims) {
        this.group = group;
        this.ref = group.ref();
        this.claims = claims;
        this.ranges = new RangeStore(schema, ref);
        this.groups = new GroupStore(schema);
        this.lease = lease;
        this.maxReclaims = maxReclaims;
    }

    /** A claim whose answer was lost may stand: nobody works on it, so it is handed back. */
    private UUID newToken() {
        UUID lost = doubtful;
        if (lost != null) {
            claims.inTransaction(() -> claims.sql(connection -> ranges.release(connection, lost)));
        }
        doubtful = UUID.randomUUID();
        return doubtful;
    }

    /** The next visible messages up to the settled head; false if there was none. */
    boolean claim(long settled, int limit, long bytes) {
        UUID token = newToken();
        long claimedAt = System.nanoTime();
        RangeLease range = claims.inTransaction(() -> {
            ConsumerGroupCursor cursor = claims.lockCursor(ref.stream().id(), ref.id());
            return claims.sql(connection -> {
                GroupPolicy policy = groups.policy(connection, ref.id(), group.policy());
                group.policy(policy);
                long head = Math.max(settled, cursor.getSettled());
                return head <= cursor.getClaimed()
                        ? null
                        : ranges.claim(connection, cursor.getClaimed(), head, limit, bytes, token, lease);
            });
        });
        doubtful = null;
        if (range == null) {
            return false;
        }
        group.add(new RangeWork(range, false, claimedAt));
        return true;
    }

    /** A range whose claim has run out, or was handed back; false if there is none. */
    boolean takeOver() {
        UUID token = newToken();
        long claimedAt = System.nanoTime();
        RangeLease range = claims.inTransaction(() -> claims.sql(connection -> {
            RangeLease found = ranges.takeOver(connection, token, lease);
            return found != null && found.reclaims() >= maxReclaims ? withoutCulprit(connection, found) : found;
        }));
        doubtful = null;
        if (range == null) {
            return false;
        }
        if (range.reclaims() > 0) {
            group.stats().reclaimed();
        }
        if (range.low() < range.high()) {
            group.add(new RangeWork(range, range.reclaims() >= ISOLATED_FROM, claimedAt));
        }
        return true;
    }

    /**
     * In isolation everything below the message that ran has been settled: the first one left is the one that ends the
     * process. It leaves the range as a row whose run 0 has expired.
     */
    private RangeLease withoutCulprit(Connection connection, RangeLease range) throws SQLException {
        List<StoredMessage> messages = range.messages();
        if (messages.isEmpty()) {
            return range;
        }
        StoredMessage culprit = messages.get(0);
        AskedPolicy asked = MessageOptions.decode(culprit.options());
        GroupPolicy policy = groups.policy(connection, ref.id(), group.policy());
        Decision decision = Settlement.expired(policy, asked, 0, 0, null);
        boolean ready = decision.status() == Decision.Status.READY;
        RowWrite row = new RowWrite(
                culprit.id(),
                ready ? "ready" : "dead",
                0,
                0,
                1,
                ready ? policy.initialBackoff(asked) : Duration.ZERO,
                null,
                decision.lastError(),
                asked,
                culprit.messageKey(),
                null);
        List<LogWrite> log = ref.stream().logMode().keeps(decision.log())
                ? List.of(new LogWrite(
                        culprit.id(), 0, 0, decision.log().text(), decision.lastError(), null, Duration.ZERO, null))
                : List.of();
        boolean last = messages.size() == 1;
        if (last) {
            ranges.settle(connection, range.token(), List.of(row), log, lease);
        } else {
            ranges.settleInPart(connection, range.token(), culprit.id(), List.of(row), log, lease);
        }
        return new RangeLease(
                range.token(),
                last ? range.high() : culprit.id(),
                range.high(),
                range.reclaims(),
                messages.subList(1, messages.size()));
    }
}
