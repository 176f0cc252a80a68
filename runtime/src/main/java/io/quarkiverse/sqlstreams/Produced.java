package io.quarkiverse.sqlstreams;

/**
 * A stored message.
 *
 * @param stream the stream's name
 * @param id the message's id, ascending within the stream
 */
public record Produced(String stream, long id) {}
