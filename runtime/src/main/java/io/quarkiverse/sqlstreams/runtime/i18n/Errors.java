package io.quarkiverse.sqlstreams.runtime.i18n;

import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;

/** Makes exceptions of coded messages of {@link SqlStreamsMessages}, which begin with their code. */
public final class Errors {

    private static final int CODE_LENGTH = "SQL0000".length();

    private Errors() {}

    /** An error that doing the same again cannot mend. */
    public static SqlStreamsException permanent(String message) {
        return new SqlStreamsException(code(message), message, Recovery.PERMANENT, null);
    }

    /** An error that may be gone when the same is done again. */
    public static SqlStreamsException transientError(String message, Throwable cause) {
        return new SqlStreamsException(code(message), message, Recovery.TRANSIENT, cause);
    }

    private static String code(String message) {
        return message.substring(0, CODE_LENGTH);
    }
}
