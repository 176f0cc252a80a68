package io.quarkiverse.sqlstreams.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/**
 * A consumer group with the policy of its newest declaration, which every instance reads from here.
 */
@Entity(name = "SqlStreamsConsumerGroupConfig")
@Immutable
@Table(schema = "`sqlstreams`", name = "consumer_group_config")
public class ConsumerGroupConfig {

    @Id
    @Column(name = "id")
    private Long id;

    @Column(name = "stream_id")
    private long streamId;

    @Column(name = "name")
    private String name;

    @Column(name = "max_retries")
    private int maxRetries;

    @Column(name = "max_retries_floor")
    private int maxRetriesFloor;

    @Column(name = "max_retries_ceiling")
    private int maxRetriesCeiling;

    @Column(name = "initial_backoff")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration initialBackoff;

    @Column(name = "initial_backoff_floor")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration initialBackoffFloor;

    @Column(name = "initial_backoff_ceiling")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration initialBackoffCeiling;

    @Column(name = "base_delay")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration baseDelay;

    @Column(name = "exponent")
    private double exponent;

    @Column(name = "max_delay")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration maxDelay;

    @Column(name = "jitter")
    private double jitter;

    @Column(name = "max_delays")
    private int maxDelays;

    @Column(name = "max_delays_floor")
    private int maxDelaysFloor;

    @Column(name = "max_delays_ceiling")
    private int maxDelaysCeiling;

    @Column(name = "max_waiting")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration maxWaiting;

    @Column(name = "max_waiting_floor")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration maxWaitingFloor;

    @Column(name = "max_waiting_ceiling")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration maxWaitingCeiling;

    @Column(name = "timeout")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration timeout;

    @Column(name = "timeout_floor")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration timeoutFloor;

    @Column(name = "timeout_ceiling")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration timeoutCeiling;

    @Column(name = "paused_until")
    private Instant pausedUntil;

    @Column(name = "created_at")
    private Instant createdAt;

    @Column(name = "updated_at")
    private Instant updatedAt;

    protected ConsumerGroupConfig() {}

    /** The id. */
    public Long getId() {
        return id;
    }

    /** The id of the stream it reads. */
    public long getStreamId() {
        return streamId;
    }

    /** The name. */
    public String getName() {
        return name;
    }

    /** How often a failed message is run again. */
    public int getMaxRetries() {
        return maxRetries;
    }

    /** The least a message may ask. */
    public int getMaxRetriesFloor() {
        return maxRetriesFloor;
    }

    /** The most a message may ask. */
    public int getMaxRetriesCeiling() {
        return maxRetriesCeiling;
    }

    /** The wait after the first failure. */
    public Duration getInitialBackoff() {
        return initialBackoff;
    }

    /** The least a message may ask; null: no floor. */
    public Duration getInitialBackoffFloor() {
        return initialBackoffFloor;
    }

    /** The most a message may ask; null: the group's own value. */
    public Duration getInitialBackoffCeiling() {
        return initialBackoffCeiling;
    }

    /** The wait after the second failure. */
    public Duration getBaseDelay() {
        return baseDelay;
    }

    /** The factor by which the wait grows from then on. */
    public double getExponent() {
        return exponent;
    }

    /** The longest wait. */
    public Duration getMaxDelay() {
        return maxDelay;
    }

    /** The share by which a wait is spread at random. */
    public double getJitter() {
        return jitter;
    }

    /** How many delays a message may ask for; 0: any number. */
    public int getMaxDelays() {
        return maxDelays;
    }

    /** The least a message may ask. */
    public int getMaxDelaysFloor() {
        return maxDelaysFloor;
    }

    /** The most a message may ask; 0: any number. */
    public int getMaxDelaysCeiling() {
        return maxDelaysCeiling;
    }

    /** How long after its first delay a message may ask for another; null: unlimited. */
    public Duration getMaxWaiting() {
        return maxWaiting;
    }

    /** The least a message may ask; null: no floor. */
    public Duration getMaxWaitingFloor() {
        return maxWaitingFloor;
    }

    /** The most a message may ask; null: the group's own value. */
    public Duration getMaxWaitingCeiling() {
        return maxWaitingCeiling;
    }

    /** How long one run may take. */
    public Duration getTimeout() {
        return timeout;
    }

    /** The least a message may ask; null: no floor. */
    public Duration getTimeoutFloor() {
        return timeoutFloor;
    }

    /** The most a message may ask; null: the group's own value. */
    public Duration getTimeoutCeiling() {
        return timeoutCeiling;
    }

    /** Until when the group runs nothing; null: it is not paused. */
    public Instant getPausedUntil() {
        return pausedUntil;
    }

    /** When the group was declared. */
    public Instant getCreatedAt() {
        return createdAt;
    }

    /** When its settings last changed. */
    public Instant getUpdatedAt() {
        return updatedAt;
    }
}
