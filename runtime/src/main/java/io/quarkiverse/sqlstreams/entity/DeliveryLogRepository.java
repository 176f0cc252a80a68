package io.quarkiverse.sqlstreams.entity;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.inject.Singleton;
import java.util.List;

/** The runs that ended, as far as the stream's log keeps them. */
@Singleton
public class DeliveryLogRepository implements PanacheRepositoryBase<DeliveryLogEntry, DeliveryLogEntry.Key> {

    /** The runs of one message in one group, oldest first. */
    public List<DeliveryLogEntry> listRuns(long streamId, long consumerGroupId, long messageId) {
        return list(
                "streamId = ?1 and consumerGroupId = ?2 and messageId = ?3 order by id",
                streamId,
                consumerGroupId,
                messageId);
    }
}
