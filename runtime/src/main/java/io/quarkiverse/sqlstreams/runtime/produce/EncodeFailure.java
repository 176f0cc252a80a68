package io.quarkiverse.sqlstreams.runtime.produce;

import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.Map;

/**
 * Describes why a payload could not be written, by classes and fields. Messages are left out, and so are the keys of
 * maps: they may be parts of the payload.
 */
final class EncodeFailure {

    private static final int LONGEST_PATH = 10;

    private EncodeFailure() {}

    static String describe(Throwable failure) {
        Throwable root = failure;
        for (int depth = 0; depth < 100 && root.getCause() != null && root.getCause() != root; depth++) {
            root = root.getCause();
        }
        StringBuilder text = new StringBuilder(root.getClass().getName());
        if (failure instanceof JsonMappingException mapping
                && !mapping.getPath().isEmpty()) {
            path(text.append(" at "), mapping);
        }
        return text.toString();
    }

    private static void path(StringBuilder text, JsonMappingException failure) {
        int steps = 0;
        for (JsonMappingException.Reference step : failure.getPath()) {
            if (steps == LONGEST_PATH) {
                text.append("...");
                return;
            }
            if (step.getFrom() instanceof Map) {
                text.append("[a key]");
            } else if (step.getFieldName() == null) {
                text.append('[').append(step.getIndex()).append(']');
            } else {
                text.append(steps == 0 ? "" : ".").append(step.getFieldName());
            }
            steps++;
        }
    }
}
