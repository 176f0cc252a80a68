package org.acme.payments;

import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfig;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupConfigRepository;
import io.quarkiverse.sqlstreams.entity.ConsumerGroupCursor;
import io.quarkiverse.sqlstreams.entity.CursorRepository;
import io.quarkiverse.sqlstreams.entity.DeliveryLogEntry;
import io.quarkiverse.sqlstreams.entity.DeliveryLogRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRepository;
import io.quarkiverse.sqlstreams.entity.ExceptionRow;
import io.quarkiverse.sqlstreams.entity.StreamConfig;
import io.quarkiverse.sqlstreams.entity.StreamConfigRepository;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import java.time.Instant;
import java.util.List;

/** Shows where the deliveries of a consumer group stand. */
@Path("streams/{stream}/groups/{group}")
@Transactional
public class DeliveryResource {

    private final StreamConfigRepository streams;
    private final ConsumerGroupConfigRepository groups;
    private final CursorRepository cursors;
    private final ExceptionRepository exceptions;
    private final DeliveryLogRepository log;

    DeliveryResource(
            StreamConfigRepository streams,
            ConsumerGroupConfigRepository groups,
            CursorRepository cursors,
            ExceptionRepository exceptions,
            DeliveryLogRepository log) {
        this.streams = streams;
        this.groups = groups;
        this.cursors = cursors;
        this.exceptions = exceptions;
        this.log = log;
    }

    /** How far a group has read. */
    public record Progress(long claimed, long committed) {}

    /** Where a delivery stands that is not simply done. */
    public record State(
            long messageId, String status, int attempts, int delays, Instant canRunAfter, String lastError) {

        static State of(ExceptionRow row) {
            return new State(
                    row.getMessageId(),
                    row.getStatus().text(),
                    row.getAttempts(),
                    row.getDelays(),
                    row.getCanRunAfter(),
                    row.getLastError());
        }
    }

    /** How one run ended. */
    public record Run(int attempt, String status, String error, Instant attemptedAt) {

        static Run of(DeliveryLogEntry entry) {
            return new Run(entry.getAttempt(), entry.getStatus().text(), entry.getError(), entry.getAttemptedAt());
        }
    }

    @GET
    @Path("progress")
    public Progress progress(String stream, String group) {
        ConsumerGroupConfig config = find(stream, group);
        ConsumerGroupCursor cursor =
                cursors.findById(new ConsumerGroupCursor.Key(config.getStreamId(), config.getId()));
        return new Progress(cursor.getClaimed(), cursor.getCommitted());
    }

    // tag::states[]
    @GET
    @Path("exceptions")
    public List<State> states(String stream, String group) {
        ConsumerGroupConfig config = find(stream, group);
        return exceptions
                .list("streamId = ?1 and consumerGroupId = ?2 order by messageId", config.getStreamId(), config.getId())
                .stream()
                .map(State::of)
                .toList();
    }
    // end::states[]

    @GET
    @Path("exceptions/{messageId}")
    public State state(String stream, String group, long messageId) {
        ConsumerGroupConfig config = find(stream, group);
        ExceptionRow row = exceptions.find(config.getStreamId(), config.getId(), messageId);
        if (row == null) {
            throw new NotFoundException("Message " + messageId + " has no exception row");
        }
        return State.of(row);
    }

    @GET
    @Path("runs/{messageId}")
    public List<Run> runs(String stream, String group, long messageId) {
        ConsumerGroupConfig config = find(stream, group);
        return log.listRuns(config.getStreamId(), config.getId(), messageId).stream()
                .map(Run::of)
                .toList();
    }

    private ConsumerGroupConfig find(String stream, String group) {
        StreamConfig config = streams.findByName(stream).orElseThrow(NotFoundException::new);
        return groups.findByName(config.getId(), group).orElseThrow(NotFoundException::new);
    }
}
