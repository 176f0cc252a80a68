package io.quarkiverse.sqlstreams.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** One run that ended. */
@Entity(name = "SqlStreamsDeliveryLogEntry")
@Immutable
@IdClass(DeliveryLogEntry.Key.class)
@Table(schema = "`sqlstreams`", name = "delivery_log")
public class DeliveryLogEntry {

    @Id
    @Column(name = "stream_id")
    private long streamId;

    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "consumer_group_id")
    private long consumerGroupId;

    @Column(name = "message_id")
    private long messageId;

    @Column(name = "redrives")
    private int redrives;

    @Column(name = "attempt")
    private int attempt;

    @Enumerated(EnumType.STRING)
    @Column(name = "status")
    private RunStatus status;

    @Column(name = "error")
    private String error;

    @Column(name = "stack_trace")
    private String stackTrace;

    @Column(name = "attempted_at")
    private Instant attemptedAt;

    @Column(name = "duration")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration duration;

    protected DeliveryLogEntry() {}

    /** The stream's id. */
    public long getStreamId() {
        return streamId;
    }

    /** The entry's id, ascending within the stream. */
    public long getId() {
        return id;
    }

    /** The group's id. */
    public long getConsumerGroupId() {
        return consumerGroupId;
    }

    /** The message's id. */
    public long getMessageId() {
        return messageId;
    }

    /** How often the message had been brought back from the dead. */
    public int getRedrives() {
        return redrives;
    }

    /** The run's number, from 0. */
    public int getAttempt() {
        return attempt;
    }

    /** How it ended. */
    public RunStatus getStatus() {
        return status;
    }

    /** What it said; null for a success. */
    public String getError() {
        return error;
    }

    /** Where it failed, if the stream keeps that. */
    public String getStackTrace() {
        return stackTrace;
    }

    /** When it ended. */
    public Instant getAttemptedAt() {
        return attemptedAt;
    }

    /** How long it took, if that is known. */
    public Duration getDuration() {
        return duration;
    }

    /**
     * The primary key.
     *
     * @param streamId the stream's id
     * @param id the entry's id, ascending within the stream
     */
    public record Key(long streamId, long id) {}
}
