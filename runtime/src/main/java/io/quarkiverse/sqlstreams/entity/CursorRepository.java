package io.quarkiverse.sqlstreams.entity;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.inject.Singleton;
import jakarta.persistence.LockModeType;

/** How far the consumer groups have read. */
@Singleton
public class CursorRepository implements PanacheRepositoryBase<ConsumerGroupCursor, ConsumerGroupCursor.Key> {

    /**
     * Locks a group's cursor until the transaction ends, and waits for whoever holds it.
     *
     * @return the cursor as the lock found it; null if the group has not been declared
     */
    public ConsumerGroupCursor lock(long streamId, long consumerGroupId) {
        return find("streamId = ?1 and consumerGroupId = ?2", streamId, consumerGroupId)
                .withLock(LockModeType.PESSIMISTIC_WRITE)
                .firstResult();
    }
}
