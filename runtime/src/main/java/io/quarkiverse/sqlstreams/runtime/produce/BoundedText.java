package io.quarkiverse.sqlstreams.runtime.produce;

import java.io.IOException;
import java.io.Writer;

/**
 * Collects text up to a limit, so that a much larger object is never built as a whole. A character takes at least one
 * byte, so what has more characters than the limit has bytes is too long for certain.
 */
final class BoundedText extends Writer {

    private final StringBuilder text = new StringBuilder(256);
    private final long limit;
    private boolean full;

    BoundedText(long limit) {
        this.limit = limit;
    }

    /** Whether something did not fit. */
    boolean isFull() {
        return full;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
        require(length);
        text.append(chars, offset, length);
    }

    @Override
    public void write(String chars, int offset, int length) throws IOException {
        require(length);
        text.append(chars, offset, offset + length);
    }

    @Override
    public void write(int c) throws IOException {
        require(1);
        text.append((char) c);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public String toString() {
        return text.toString();
    }

    private void require(int length) throws IOException {
        if (full || text.length() + (long) length > limit) {
            full = true;
            throw new IOException("The text is too long");
        }
    }
}
