package io.quarkiverse.sqlstreams.runtime.delivery;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The groups that this instance consumes for, with what it has done for each. */
@Singleton
public final class Deliveries {

    private final List<GroupStats> groups = new CopyOnWriteArrayList<>();

    /** Those that have been started, in the order of their streams' and their own names. */
    public List<GroupStats> groups() {
        return List.copyOf(groups);
    }

    void add(GroupStats stats) {
        groups.add(stats);
    }

    void clear() {
        groups.clear();
    }
}
