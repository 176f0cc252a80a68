package org.acme.payments;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.StartAt;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Another consumer group of the same stream: it reads every payment too, at its own pace. */
// tag::audit[]
@ApplicationScoped
public class AuditPayments {

    private static final Logger LOG = Logger.getLogger(AuditPayments.class);

    @Consume(stream = "payments.requested", group = "audit", startAt = StartAt.OLDEST, concurrency = 1)
    void audit(Message<PaymentRequested> message) {
        LOG.debugf(
                "payment %s, requested at %s as message %d",
                message.payload().reference(),
                message.meta().createdAt(),
                message.meta().messageId());
    }
}
// end::audit[]
