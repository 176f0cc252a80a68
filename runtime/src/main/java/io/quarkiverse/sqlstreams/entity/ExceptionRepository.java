package io.quarkiverse.sqlstreams.entity;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsBuildTimeConfig;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.inject.Singleton;
import jakarta.persistence.LockModeType;
import java.util.List;
import org.hibernate.jpa.HibernateHints;
import org.hibernate.jpa.SpecHints;

/** The deliveries that are not simply done. */
@Singleton
public class ExceptionRepository implements PanacheRepositoryBase<ExceptionRow, ExceptionRow.Key> {

    /** Hibernate's number for SKIP LOCKED. */
    private static final int SKIP_LOCKED = -2;

    // The statuses are literals, here and in the SQL: the partial indexes cannot be used for a parameter.
    private static final String EXPIRED = "streamId = ?1 and consumerGroupId = ?2 and status = INFLIGHT"
            + " and leaseExpiresAt < function('pg_catalog.statement_timestamp' as Instant) order by leaseExpiresAt, messageId";

    private final String due;
    private final String suspects;

    public ExceptionRepository(SqlStreamsBuildTimeConfig config) {
        // Not function('...'), which would turn the schema to lower case. The cast leaves it a bound of the index.
        String now = new Schema(config.schema().name()).qualified("now()").replace("'", "''");
        String isDue = "streamId = ?1 and consumerGroupId = ?2 and status = READY and canRunAfter <= cast(sql('" + now
                + "') as Instant) and expiries ";
        String inOrder = " 0 order by canRunAfter, messageId";
        due = isDue + "=" + inOrder;
        suspects = isDue + ">" + inOrder;
    }

    /** One delivery; null if it is done, or has not begun. */
    public ExceptionRow find(long streamId, long consumerGroupId, long messageId) {
        return findById(new ExceptionRow.Key(streamId, consumerGroupId, messageId));
    }

    /**
     * Locks ready rows that are due until the transaction ends, those that have been due longest first. Rows that are
     * locked by somebody else are passed over, and so are those of {@link #lockSuspects}.
     */
    public List<ExceptionRow> lockDue(long streamId, long consumerGroupId, int limit) {
        return lock(due, streamId, consumerGroupId, limit);
    }

    /** The same for rows whose earlier run ended with its process: whoever runs them should run one at a time. */
    public List<ExceptionRow> lockSuspects(long streamId, long consumerGroupId, int limit) {
        return lock(suspects, streamId, consumerGroupId, limit);
    }

    /**
     * Locks inflight rows whose lease has run out until the transaction ends, the oldest lease first. Rows that are locked
     * by somebody else are passed over.
     */
    public List<ExceptionRow> lockExpired(long streamId, long consumerGroupId, int limit) {
        return lock(EXPIRED, streamId, consumerGroupId, limit);
    }

    private List<ExceptionRow> lock(String query, long streamId, long consumerGroupId, int limit) {
        return find(query, streamId, consumerGroupId)
                .page(0, limit)
                .withLock(LockModeType.PESSIMISTIC_WRITE)
                .withHint(SpecHints.HINT_SPEC_LOCK_TIMEOUT, SKIP_LOCKED)
                .withHint(HibernateHints.HINT_READ_ONLY, true)
                .list();
    }
}
