package io.quarkiverse.sqlstreams.runtime.produce;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** Notices output that Jackson passes on as it is: only that can be something other than JSON. */
final class RawNoticingGenerator extends JsonGeneratorDelegate {

    private boolean raw;

    RawNoticingGenerator(JsonGenerator delegate) {
        super(delegate, false);
    }

    boolean hasWrittenRaw() {
        return raw;
    }

    @Override
    public void writeRaw(String text) throws IOException {
        raw = true;
        super.writeRaw(text);
    }

    @Override
    public void writeRaw(String text, int offset, int length) throws IOException {
        raw = true;
        super.writeRaw(text, offset, length);
    }

    @Override
    public void writeRaw(SerializableString text) throws IOException {
        raw = true;
        super.writeRaw(text);
    }

    @Override
    public void writeRaw(char[] text, int offset, int length) throws IOException {
        raw = true;
        super.writeRaw(text, offset, length);
    }

    @Override
    public void writeRaw(char c) throws IOException {
        raw = true;
        super.writeRaw(c);
    }

    @Override
    public void writeRawValue(String text) throws IOException {
        raw = true;
        super.writeRawValue(text);
    }

    @Override
    public void writeRawValue(String text, int offset, int length) throws IOException {
        raw = true;
        super.writeRawValue(text, offset, length);
    }

    @Override
    public void writeRawValue(SerializableString text) throws IOException {
        raw = true;
        super.writeRawValue(text);
    }

    @Override
    public void writeRawValue(char[] text, int offset, int length) throws IOException {
        raw = true;
        super.writeRawValue(text, offset, length);
    }
}
