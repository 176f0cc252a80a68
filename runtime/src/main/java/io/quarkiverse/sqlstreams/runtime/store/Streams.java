package io.quarkiverse.sqlstreams.runtime.store;

import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The streams and groups that this application declares, with the ids the database gave them at start. */
@Singleton
public final class Streams {

    private volatile Map<String, StreamInfo> streams = Map.of();
    private volatile List<GroupRef> groups = List.of();

    /** A declared stream; null if there is none of this name. */
    public StreamInfo find(String name) {
        return streams.get(name);
    }

    /** A declared group; null if there is none of these names. */
    public GroupRef find(String stream, String group) {
        for (GroupRef ref : groups) {
            if (ref.name().equals(group) && ref.stream().name().equals(stream)) {
                return ref;
            }
        }
        return null;
    }

    /** All declared streams, read and written. */
    public Collection<StreamInfo> all() {
        return streams.values();
    }

    /** All declared groups, in the order of their streams' and their own names. */
    public List<GroupRef> groups() {
        return groups;
    }

    /** What the start has found. */
    public void declared(Map<String, StreamInfo> streams, List<GroupRef> groups) {
        this.streams = Map.copyOf(streams);
        this.groups = List.copyOf(groups);
    }
}
