package io.quarkiverse.sqlstreams;

/**
 * Implemented by an exception that knows whether running the message again can help. It is looked for in the whole
 * cause chain of what a consumer method throws.
 *
 * <pre>{@code
 * public class UnknownCurrencyException extends RuntimeException implements RecoverableFailure {
 *     public Recovery recovery() {
 *         return Recovery.PERMANENT;
 *     }
 * }
 * }</pre>
 */
public interface RecoverableFailure {

    /** {@link Recovery#PERMANENT} makes the message dead now; {@link Recovery#TRANSIENT} changes nothing. */
    Recovery recovery();
}
