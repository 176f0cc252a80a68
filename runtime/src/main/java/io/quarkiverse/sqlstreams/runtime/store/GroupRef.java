package io.quarkiverse.sqlstreams.runtime.store;

/**
 * A declared consumer group.
 *
 * @param stream the stream it reads
 * @param id the group's id
 * @param name the group's name
 */
public record GroupRef(StreamInfo stream, long id, String name) {

    @Override
    public String toString() {
        return stream.name() + '/' + name;
    }
}
