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

/** A stream that has been declared. */
@Entity(name = "SqlStreamsStreamConfig")
@Immutable
@Table(schema = "`sqlstreams`", name = "stream_config")
public class StreamConfig {

    @Id
    @Column(name = "id")
    private Long id;

    @Column(name = "name")
    private String name;

    @Column(name = "log_mode")
    private String logMode;

    @Column(name = "retention")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration retention;

    @Column(name = "dead_retention")
    @JdbcTypeCode(SqlTypes.INTERVAL_SECOND)
    private Duration deadRetention;

    @Column(name = "created_at")
    private Instant createdAt;

    @Column(name = "updated_at")
    private Instant updatedAt;

    protected StreamConfig() {}

    /** The number that the names of the stream's tables end in. */
    public Long getId() {
        return id;
    }

    /** The name. */
    public String getName() {
        return name;
    }

    /** Which runs the delivery log keeps: {@code off}, {@code failures} or {@code all}. */
    public String getLogMode() {
        return logMode;
    }

    /** How long a message is kept; null: for ever. */
    public Duration getRetention() {
        return retention;
    }

    /** How long a dead letter is kept; null: until it is discarded. */
    public Duration getDeadRetention() {
        return deadRetention;
    }

    /** When the stream was declared. */
    public Instant getCreatedAt() {
        return createdAt;
    }

    /** When its settings last changed. */
    public Instant getUpdatedAt() {
        return updatedAt;
    }
}
