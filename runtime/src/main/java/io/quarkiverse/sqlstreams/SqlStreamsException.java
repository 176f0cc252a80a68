package io.quarkiverse.sqlstreams;

/**
 * An error of the extension itself. Its message starts with its code, which has a page in the documentation, and never
 * holds a payload.
 *
 * <pre>{@code
 * catch (SqlStreamsException e) {
 *     if (e.recovery() == Recovery.PERMANENT) {
 *         reject(e.code());
 *     }
 * }
 * }</pre>
 */
public class SqlStreamsException extends RuntimeException implements RecoverableFailure {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final Recovery recovery;

    /**
     * @param code the code, such as {@code SQL0020}
     * @param message the code, then what, where and what to do
     * @param recovery whether doing the same again can help
     * @param cause may be null
     */
    public SqlStreamsException(String code, String message, Recovery recovery, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.recovery = recovery;
    }

    /** The code, such as {@code SQL0020}. */
    public String code() {
        return code;
    }

    @Override
    public Recovery recovery() {
        return recovery;
    }
}
