package io.quarkiverse.sqlstreams.runtime.policy;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * Describes what Jackson could not read by type, field and place. Its own messages quote the values they stumbled
 * over, and so do the messages of what caused them.
 */
final class DecodeFailure {

    private static final int LONGEST_NAME = 200;

    private DecodeFailure() {}

    static String describe(JsonProcessingException failure) {
        StringBuilder text = new StringBuilder(failure.getClass().getSimpleName());
        if (failure instanceof UnrecognizedPropertyException) {
            text.append(", unknown field");
        } else if (failure instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            text.append(", expected ").append(mismatch.getTargetType().getTypeName());
        }
        if (failure instanceof JsonMappingException mapping
                && !mapping.getPath().isEmpty()) {
            text.append(" at ");
            path(text, mapping);
        }
        JsonLocation location = failure.getLocation();
        if (location != null && location.getLineNr() > 0) {
            text.append(" (line ").append(location.getLineNr());
            text.append(", column ").append(location.getColumnNr()).append(')');
        }
        return text.toString();
    }

    private static void path(StringBuilder text, JsonMappingException failure) {
        boolean first = true;
        for (JsonMappingException.Reference step : failure.getPath()) {
            if (step.getFieldName() != null) {
                text.append(first ? "" : ".").append(CappedText.line(step.getFieldName(), LONGEST_NAME));
            } else {
                text.append('[').append(step.getIndex()).append(']');
            }
            first = false;
        }
    }
}
