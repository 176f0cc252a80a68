package io.quarkiverse.sqlstreams;

/**
 * Thrown by a consumer method whose message can never succeed: the message is dead now, without a retry, and a
 * {@code @Transactional} method is rolled back. The same as returning {@link Outcome#terminal(Throwable)}.
 *
 * <pre>{@code
 * throw new TerminalException("card declined");
 * }</pre>
 */
public class TerminalException extends RuntimeException implements RecoverableFailure {

    private static final long serialVersionUID = 1L;

    /**
     * @param message why, for the person who reads the dead letter; never put the payload into it
     */
    public TerminalException(String message) {
        super(message);
    }

    /**
     * @param cause its message (its class name if it has none) becomes the reason
     */
    public TerminalException(Throwable cause) {
        super(reason(cause), cause);
    }

    /**
     * @param message why, for the person who reads the dead letter; never put the payload into it
     * @param cause kept for the stack trace
     */
    public TerminalException(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public final Recovery recovery() {
        return Recovery.PERMANENT;
    }

    // The outcome must not be lost because the cause cannot say what it is.
    private static String reason(Throwable cause) {
        if (cause == null) {
            return null;
        }
        try {
            String message = cause.getMessage();
            if (message != null && !message.isBlank()) {
                return message;
            }
        } catch (Throwable unreadable) {
            // Its class says something too.
        }
        return cause.getClass().getName();
    }
}
