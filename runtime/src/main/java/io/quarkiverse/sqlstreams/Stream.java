package io.quarkiverse.sqlstreams;

import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the stream an injected {@link Producer} writes to, and declares it.
 *
 * <pre>{@code
 * @Inject
 * @Stream("payments.requested")
 * Producer<PaymentRequested> payments;
 * }</pre>
 */
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD})
public @interface Stream {

    /** The stream's name: 1 to 200 characters of {@code a-z A-Z 0-9 . _ - :}. */
    @Nonbinding
    String value();
}
