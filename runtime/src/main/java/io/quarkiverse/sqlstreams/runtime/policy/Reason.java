package io.quarkiverse.sqlstreams.runtime.policy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.quarkiverse.sqlstreams.SqlStreamsException;

/** Reads what a throwable says of itself, whatever its methods do, and without what is known to quote a payload. */
final class Reason {

    /** Longer messages are not searched for what they quote. */
    private static final int LONGEST_SEARCHED = 65_536;

    private static final int NEAREST_CAUSES = 16;

    private Reason() {}

    static String className(Throwable thrown) {
        return thrown.getClass().getName();
    }

    /** Its message, or its class name if it has none. */
    static String of(Throwable thrown) {
        String message = message(thrown);
        return message == null ? className(thrown) : message;
    }

    /** Its message; null if it has none. */
    static String message(Throwable thrown) {
        if (thrown instanceof JsonProcessingException json) {
            return described(json);
        }
        String message = raw(thrown);
        if (message == null || message.isBlank()) {
            return null;
        }
        if (thrown instanceof SqlStreamsException own && own.code() != null && !message.startsWith(own.code())) {
            return own.code() + ": " + message;
        }
        Throwable cause = CauseChain.cause(thrown);
        for (int i = 0; i < NEAREST_CAUSES && cause != null; i++) {
            if (cause instanceof JsonProcessingException json && quotes(message, json)) {
                return described(json);
            }
            cause = CauseChain.cause(cause);
        }
        return message;
    }

    /** Whether its message is nothing but the text of its cause, as constructors that take only a cause make it. */
    static boolean repeats(Throwable thrown, Throwable cause) {
        String message = raw(thrown);
        if (message == null) {
            return false;
        }
        String name = className(cause);
        String reason = raw(cause);
        if (reason == null) {
            return message.equals(name);
        }
        return message.length() == name.length() + 2 + reason.length()
                && message.startsWith(name)
                && message.startsWith(": ", name.length())
                && message.endsWith(reason);
    }

    private static String raw(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable unreadable) {
            return "(its message cannot be read: " + className(unreadable) + ")";
        }
    }

    private static boolean quotes(String message, JsonProcessingException json) {
        try {
            String original = json.getOriginalMessage();
            return original != null && (message.length() > LONGEST_SEARCHED || message.contains(original));
        } catch (Throwable unreadable) {
            return true;
        }
    }

    private static String described(JsonProcessingException json) {
        try {
            return DecodeFailure.describe(json);
        } catch (Throwable unreadable) {
            return className(json);
        }
    }
}
