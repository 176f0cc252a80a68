package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.policy.Decision;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.LogStatus;
import io.quarkiverse.sqlstreams.runtime.policy.Settlement;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.quarkiverse.sqlstreams.runtime.store.ExceptionStore;
import io.quarkiverse.sqlstreams.runtime.store.GroupStore;
import io.quarkiverse.sqlstreams.runtime.store.LogWrite;
import io.quarkiverse.sqlstreams.runtime.store.RowUpdate;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Records the outcomes of runs that have an exception row: this is where a later failure, delay or success is written. */
final class RowRecorder {

    private final GroupConsumer group;
    private final ExceptionStore rows;
    private final GroupStore groups;
    private final LogMode mode;

    RowRecorder(Schema schema, GroupConsumer group) {
        this.group = group;
        this.rows = new ExceptionStore(schema, group.ref());
        this.groups = new GroupStore(schema);
        this.mode = group.ref().stream().logMode();
    }

    /** Records these runs in one transaction; each only if its row is still held under its token. */
    void record(Connection connection, List<Run> runs) throws SQLException {
        Set<Long> held = Transactions.call(connection, () -> write(connection, runs), () -> doubt(runs));
        for (Run run : runs) {
            group.rows().remove(run);
            if (!held.contains(run.message().id()) && !run.isUncertain()) {
                group.stats().lostOne();
            } else if (!run.isInterrupted()) {
                group.stats().recorded(Ends.of(group.policy(), run), run.took());
            }
        }
        group.wake();
    }

    private static void doubt(List<Run> runs) {
        for (Run run : runs) {
            run.uncertain();
        }
    }

    private Set<Long> write(Connection connection, List<Run> runs) throws SQLException {
        GroupPolicy policy = groups.policy(connection, group.ref().id(), group.policy());
        group.policy(policy);
        Map<Long, Duration> waited = waited(connection, runs);
        List<RowUpdate> updates = new ArrayList<>(runs.size());
        List<LogWrite> logs = new ArrayList<>(runs.size());
        for (Run run : runs) {
            if (run.isInterrupted()) {
                updates.add(new RowUpdate(
                        run.message().id(),
                        run.token(),
                        "ready",
                        run.attempts() - 1,
                        run.delays(),
                        Duration.ZERO,
                        null,
                        null));
                logs.add(log(run, LogStatus.INTERRUPTED, null, null));
            } else {
                Decision decision = Settlement.decide(
                        policy,
                        run.asked(),
                        run.attempts(),
                        run.delays(),
                        waited.get(run.message().id()),
                        run.verdict(),
                        ThreadLocalRandom.current()::nextDouble);
                updates.add(update(run, decision));
                logs.add(log(run, decision.log(), decision.lastError(), decision.stackTrace()));
            }
        }
        Set<Long> held = rows.update(connection, updates);
        List<LogWrite> kept = new ArrayList<>(logs.size());
        for (LogWrite log : logs) {
            if (log != null && held.contains(log.messageId())) {
                kept.add(log);
            }
        }
        rows.log(connection, kept);
        return held;
    }

    private Map<Long, Duration> waited(Connection connection, List<Run> runs) throws SQLException {
        Set<Long> delayedAgain = new HashSet<>();
        for (Run run : runs) {
            if (run.delays() > 0 && run.verdict().kind() == Verdict.Kind.DELAY) {
                delayedAgain.add(run.message().id());
            }
        }
        return rows.waited(connection, delayedAgain);
    }

    private static RowUpdate update(Run run, Decision decision) {
        Duration ago = run.ago();
        return switch (decision.status()) {
            case DONE -> new RowUpdate(run.message().id(), run.token(), null, 0, 0, Duration.ZERO, null, null);
            case READY ->
                new RowUpdate(
                        run.message().id(),
                        run.token(),
                        "ready",
                        run.attempts(),
                        decision.delays(),
                        decision.due().minus(ago),
                        decision.log() == LogStatus.DELAYED ? ago : null,
                        decision.lastError());
            case DEAD ->
                new RowUpdate(
                        run.message().id(),
                        run.token(),
                        "dead",
                        run.attempts(),
                        decision.delays(),
                        Duration.ZERO,
                        null,
                        decision.lastError());
        };
    }

    private LogWrite log(Run run, LogStatus status, String error, String stackTrace) {
        return mode.keeps(status)
                ? new LogWrite(
                        run.message().id(),
                        run.redrives(),
                        run.attempts(),
                        status.text(),
                        error,
                        stackTrace,
                        run.ago(),
                        run.took())
                : null;
    }
}
