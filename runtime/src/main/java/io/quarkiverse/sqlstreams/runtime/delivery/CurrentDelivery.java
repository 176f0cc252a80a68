package io.quarkiverse.sqlstreams.runtime.delivery;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Produces;

/** What is injected as {@link MessageMeta} below a handler. */
@RequestScoped
public class CurrentDelivery {

    private MessageMeta meta;
    private Throwable failure;

    void set(MessageMeta meta) {
        this.meta = meta;
    }

    void failed(Throwable failure) {
        this.failure = failure;
    }

    /** What the handler threw last; null if nothing was noted. */
    Throwable failure() {
        return failure;
    }

    /** @throws io.quarkiverse.sqlstreams.SqlStreamsException if no delivery is running in this request */
    @Produces
    @RequestScoped
    MessageMeta meta() {
        if (meta == null) {
            throw Errors.permanent(LOG.noDelivery());
        }
        return meta;
    }
}
