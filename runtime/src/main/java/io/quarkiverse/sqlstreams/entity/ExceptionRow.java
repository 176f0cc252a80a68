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
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * A delivery that is not simply done: waiting for its next run, running, or dead. A message that succeeds at once never
 * has one.
 */
@Entity(name = "SqlStreamsExceptionRow")
@Immutable
@IdClass(ExceptionRow.Key.class)
@Table(schema = "`sqlstreams`", name = "exception_queue")
public class ExceptionRow {

    @Id
    @Column(name = "stream_id")
    private long streamId;

    @Id
    @Column(name = "consumer_group_id")
    private long consumerGroupId;

    @Id
    @Column(name = "message_id")
    private long messageId;

    @Enumerated(EnumType.STRING)
    @Column(name = "status")
    private ExceptionStatus status;

    @Column(name = "attempts")
    private int attempts;

    @Column(name = "delays")
    private int delays;

    @Column(name = "expiries")
    private int expiries;

    @Column(name = "redrives")
    private int redrives;

    @Column(name = "can_run_after")
    private Instant canRunAfter;

    @Column(name = "first_delayed_at")
    private Instant firstDelayedAt;

    @Column(name = "last_error")
    private String lastError;

    @Column(name = "lease_token")
    private UUID leaseToken;

    @Column(name = "lease_expires_at")
    private Instant leaseExpiresAt;

    @Column(name = "max_retries")
    private Integer maxRetries;

    @Column(name = "max_delays")
    private Integer maxDelays;

    @Column(name = "max_waiting")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration maxWaiting;

    @Column(name = "message_key")
    private String messageKey;

    @Column(name = "created_at")
    private Instant createdAt;

    @Column(name = "updated_at")
    private Instant updatedAt;

    protected ExceptionRow() {}

    /** The stream's id. */
    public long getStreamId() {
        return streamId;
    }

    /** The group's id. */
    public long getConsumerGroupId() {
        return consumerGroupId;
    }

    /** The message's id. */
    public long getMessageId() {
        return messageId;
    }

    /** What it waits for. */
    public ExceptionStatus getStatus() {
        return status;
    }

    /** The number of the latest run that started, from 0; −1: none yet. */
    public int getAttempts() {
        return attempts;
    }

    /** How often the handler asked for the message to be run later. */
    public int getDelays() {
        return delays;
    }

    /** How often a run ended with its process. */
    public int getExpiries() {
        return expiries;
    }

    /** How often it was brought back from the dead. */
    public int getRedrives() {
        return redrives;
    }

    /** When it is due. */
    public Instant getCanRunAfter() {
        return canRunAfter;
    }

    /** When its first delay was recorded; null: none was. */
    public Instant getFirstDelayedAt() {
        return firstDelayedAt;
    }

    /** What the latest run that did not succeed said. */
    public String getLastError() {
        return lastError;
    }

    /** Who is running it; null unless it is inflight. */
    public UUID getLeaseToken() {
        return leaseToken;
    }

    /** When it is taken over if nothing is heard of it; null unless it is inflight. */
    public Instant getLeaseExpiresAt() {
        return leaseExpiresAt;
    }

    /** The retries the message asked for; null: the group's. */
    public Integer getMaxRetries() {
        return maxRetries;
    }

    /** The delays the message asked for; null: the group's. */
    public Integer getMaxDelays() {
        return maxDelays;
    }

    /** The waiting time the message asked for; null: the group's. */
    public Duration getMaxWaiting() {
        return maxWaiting;
    }

    /** The message's key. */
    public String getMessageKey() {
        return messageKey;
    }

    /** When the row was written first. */
    public Instant getCreatedAt() {
        return createdAt;
    }

    /** When the row was written last. */
    public Instant getUpdatedAt() {
        return updatedAt;
    }

    /**
     * The primary key.
     *
     * @param streamId the stream's id
     * @param consumerGroupId the group's id
     * @param messageId the message's id
     */
    public record Key(long streamId, long consumerGroupId, long messageId) {}
}
