package io.quarkiverse.sqlstreams.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/** How far a consumer group has read. */
@Entity(name = "SqlStreamsConsumerGroupCursor")
@Immutable
@IdClass(ConsumerGroupCursor.Key.class)
@Table(schema = "`sqlstreams`", name = "consumer_group_cursor")
public class ConsumerGroupCursor {

    @Id
    @Column(name = "stream_id")
    private long streamId;

    @Id
    @Column(name = "consumer_group_id")
    private long consumerGroupId;

    @Column(name = "claimed")
    private long claimed;

    @Column(name = "committed")
    private long committed;

    @Column(name = "settled")
    private long settled;

    protected ConsumerGroupCursor() {}

    /** The stream's id. */
    public long getStreamId() {
        return streamId;
    }

    /** The group's id. */
    public long getConsumerGroupId() {
        return consumerGroupId;
    }

    /** The highest message id that has been handed out. */
    public long getClaimed() {
        return claimed;
    }

    /** The id up to which every range has been settled. */
    public long getCommitted() {
        return committed;
    }

    /** The highest id known to have nothing uncommitted at or below it. */
    public long getSettled() {
        return settled;
    }

    /**
     * The primary key.
     *
     * @param streamId the stream's id
     * @param consumerGroupId the group's id
     */
    public record Key(long streamId, long consumerGroupId) {}
}
