package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.entity.ExceptionRow;
import io.quarkiverse.sqlstreams.runtime.policy.AskedPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Decision;
import io.quarkiverse.sqlstreams.runtime.policy.FailureText;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.LogStatus;
import io.quarkiverse.sqlstreams.runtime.policy.Settlement;
import io.quarkiverse.sqlstreams.runtime.produce.MessageOptions;
import io.quarkiverse.sqlstreams.runtime.store.ExceptionStore;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.GroupStore;
import io.quarkiverse.sqlstreams.runtime.store.LogWrite;
import io.quarkiverse.sqlstreams.runtime.store.RowState;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.StoredMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Claims exception rows for one group: those that are due, and those whose lease has run out. */
final class RowClaims {

    private static final int SWEEP = 500;

    private final GroupConsumer group;
    private final GroupRef ref;
    private final Claims claims;
    private final Suspects suspects;
    private final ExceptionStore rows;
    private final GroupStore groups;
    private final Duration lease;
    private List<UUID> doubtful = List.of();

    RowClaims(Schema schema, GroupConsumer group, Claims claims, Suspects suspects, Duration lease) {
        this.group = group;
        this.ref = group.ref();
        this.claims = claims;
        this.suspects = suspects;
        this.rows = new ExceptionStore(schema, ref);
        this.groups = new GroupStore(schema);
        this.lease = lease;
    }

    /** What a claim found: the runs to start, and whether more may be waiting. */
    record Taken(List<Run> runs, boolean more) {}

    /** Claims at most so many rows that are due; each is to be started at once. */
    Taken take(int limit) {
        handBackDoubtful();
        boolean suspect = suspects.take();
        boolean used = false;
        try {
            long claimedAt = System.nanoTime();
            Taken taken = claims.inTransaction(() -> {
                List<ExceptionRow> due = new ArrayList<>();
                if (suspect) {
                    due.addAll(claims.lockSuspect(ref.stream().id(), ref.id()));
                }
                int others = limit - due.size();
                List<ExceptionRow> innocent = claims.lockDue(ref.stream().id(), ref.id(), others);
                due.addAll(innocent);
                if (due.isEmpty()) {
                    return new Taken(List.of(), false);
                }
                boolean more = innocent.size() == others;
                return new Taken(claims.sql(connection -> begin(connection, due, claimedAt)), more);
            });
            doubtful = List.of();
            for (Run run : taken.runs()) {
                used |= run.isSuspect();
            }
            return taken;
        } finally {
            if (suspect && !used) {
                suspects.leave();
            }
        }
    }

    /** A claim whose answer was lost may stand: nobody runs it, so its rows get their number back. */
    private void handBackDoubtful() {
        List<UUID> lost = doubtful;
        if (!lost.isEmpty()) {
            claims.inTransaction(() -> claims.sql(connection -> rows.handBack(connection, lost)));
            doubtful = List.of();
        }
    }

    private List<Run> begin(Connection connection, List<ExceptionRow> due, long claimedAt) throws SQLException {
        GroupPolicy policy = groups.policy(connection, ref.id(), group.policy());
        group.policy(policy);
        List<Long> ids = new ArrayList<>();
        for (ExceptionRow row : due) {
            ids.add(row.getMessageId());
        }
        Map<Long, StoredMessage> messages = new HashMap<>();
        for (StoredMessage message : rows.messages(connection, ids)) {
            messages.put(message.id(), message);
        }
        List<RowState> gone = new ArrayList<>();
        List<RowState> spent = new ArrayList<>();
        List<Run> runs = new ArrayList<>();
        for (ExceptionRow row : due) {
            StoredMessage message = messages.get(row.getMessageId());
            if (message == null) {
                gone.add(state(row));
            } else if (!Settlement.mayFail(policy, asked(row), row.getAttempts(), row.getDelays())) {
                spent.add(state(row));
            } else {
                runs.add(Run.ofRow(
                        message,
                        asked(row, message),
                        row.getAttempts() + 1,
                        row.getDelays(),
                        row.getRedrives(),
                        row.getExpiries() > 0,
                        UUID.randomUUID(),
                        claimedAt));
            }
        }
        drop(connection, gone);
        giveUp(connection, policy, spent);
        return claim(connection, runs);
    }

    private List<Run> claim(Connection connection, List<Run> runs) throws SQLException {
        if (runs.isEmpty()) {
            return runs;
        }
        List<Long> ids = new ArrayList<>();
        List<UUID> tokens = new ArrayList<>();
        for (Run run : runs) {
            ids.add(run.message().id());
            tokens.add(run.token());
        }
        doubtful = tokens;
        Set<Long> claimed = rows.claim(connection, ids, tokens, lease);
        List<Run> mine = new ArrayList<>();
        for (Run run : runs) {
            if (claimed.contains(run.message().id())) {
                mine.add(run);
            }
        }
        return mine;
    }

    private void drop(Connection connection, List<RowState> gone) throws SQLException {
        if (gone.isEmpty()) {
            return;
        }
        List<Long> ids = new ArrayList<>();
        List<LogWrite> log = new ArrayList<>();
        for (RowState row : gone) {
            ids.add(row.messageId());
            if (ref.stream().logMode().keeps(LogStatus.DROPPED)) {
                log.add(new LogWrite(
                        row.messageId(),
                        row.redrives(),
                        row.attempts() + 1,
                        LogStatus.DROPPED.text(),
                        row.lastError(),
                        null,
                        Duration.ZERO,
                        null));
            }
        }
        rows.drop(connection, ids);
        rows.log(connection, log);
    }

    private void giveUp(Connection connection, GroupPolicy policy, List<RowState> spent) throws SQLException {
        if (spent.isEmpty()) {
            return;
        }
        List<Long> ids = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (RowState row : spent) {
            ids.add(row.messageId());
            errors.add(FailureText.budgetLowered(
                    row.lastError(), policy.maxRetries(row.asked()), (long) row.attempts() - row.delays()));
        }
        rows.giveUp(connection, ids, errors);
    }

    /** Makes ready rows dead that have spent more than the policy allows by now, due or not. */
    void sweepBudget() {
        boolean more;
        do {
            more = claims.inTransaction(() -> claims.sql(connection -> {
                GroupPolicy policy = groups.policy(connection, ref.id(), group.policy());
                List<RowState> spent = rows.lockOverBudget(connection, SWEEP);
                giveUp(connection, policy, spent);
                if (spent.size() < SWEEP) {
                    groups.budgetSwept(connection, ref.id(), policy.maxRetries());
                }
                return spent.size() == SWEEP;
            }));
        } while (more);
    }

    /** Ends rows whose lease ran out: each is ready again if its budget lasts, else dead. @return how many */
    int expire() {
        return claims.inTransaction(() -> {
            List<ExceptionRow> expired = claims.lockExpired(ref.stream().id(), ref.id(), SWEEP);
            return expired.isEmpty() ? 0 : claims.sql(connection -> expire(connection, expired));
        });
    }

    private int expire(Connection connection, List<ExceptionRow> expired) throws SQLException {
        GroupPolicy policy = groups.policy(connection, ref.id(), group.policy());
        List<Long> ids = new ArrayList<>();
        List<UUID> tokens = new ArrayList<>();
        List<String> statuses = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        List<LogWrite> log = new ArrayList<>();
        for (ExceptionRow row : expired) {
            Decision decision =
                    Settlement.expired(policy, asked(row), row.getAttempts(), row.getDelays(), row.getLastError());
            ids.add(row.getMessageId());
            tokens.add(row.getLeaseToken());
            statuses.add(decision.status() == Decision.Status.READY ? "ready" : "dead");
            errors.add(decision.lastError());
            log.add(new LogWrite(
                    row.getMessageId(),
                    row.getRedrives(),
                    row.getAttempts(),
                    decision.log().text(),
                    decision.log() == LogStatus.KILLED ? decision.lastError() : null,
                    null,
                    Duration.ZERO,
                    null));
        }
        Set<Long> ended = rows.expire(connection, ids, tokens, statuses, errors);
        log.removeIf(entry ->
                !ended.contains(entry.messageId()) || !ref.stream().logMode().keeps(LogStatus.EXPIRED));
        rows.log(connection, log);
        group.stats().expired(ended.size());
        return ended.size();
    }

    private static RowState state(ExceptionRow row) {
        return new RowState(
                row.getMessageId(),
                row.getAttempts(),
                row.getDelays(),
                row.getExpiries(),
                row.getRedrives(),
                row.getLastError(),
                asked(row));
    }

    private static AskedPolicy asked(ExceptionRow row) {
        return new AskedPolicy(row.getMaxRetries(), row.getMaxDelays(), row.getMaxWaiting(), null, null);
    }

    /** What the row does not keep stands on the message. */
    private static AskedPolicy asked(ExceptionRow row, StoredMessage message) {
        AskedPolicy options = MessageOptions.decode(message.options());
        return new AskedPolicy(
                row.getMaxRetries(),
                row.getMaxDelays(),
                row.getMaxWaiting(),
                options.initialBackoff(),
                options.timeout());
    }
}
