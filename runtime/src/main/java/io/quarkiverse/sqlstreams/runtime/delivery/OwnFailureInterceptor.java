package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkus.arc.Arc;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Instance;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

/**
 * Notes what a handler threw inside its transaction: a transaction that timed out ends with an exception of the
 * transaction manager, which says nothing of it.
 */
@OwnFailure
@Interceptor
@Priority(Interceptor.Priority.LIBRARY_AFTER)
public class OwnFailureInterceptor {

    private final Instance<CurrentDelivery> current;

    OwnFailureInterceptor(Instance<CurrentDelivery> current) {
        this.current = current;
    }

    @AroundInvoke
    Object note(InvocationContext invocation) throws Exception {
        try {
            return invocation.proceed();
        } catch (Throwable thrown) {
            // The application may call its method too, from anywhere.
            if (Arc.container().requestContext().isActive()) {
                current.get().failed(thrown);
            }
            throw thrown;
        }
    }
}
