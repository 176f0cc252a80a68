package org.acme.payments;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.TerminalException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.time.Duration;

/** Sends a receipt for each charged payment. */
// tag::receipts[]
@ApplicationScoped
public class SendReceipts {

    private final EntityManager payments;
    private final MailServer mail;

    SendReceipts(EntityManager payments, MailServer mail) {
        this.payments = payments;
        this.mail = mail;
    }

    @Consume(stream = "receipts.requested", group = "send-receipts")
    @Transactional
    void send(ReceiptRequested receipt, MessageMeta meta) {
        Payment payment = payments.find(Payment.class, receipt.reference());
        if (payment == null) {
            throw new TerminalException("no such payment"); // <1>
        }
        if (mail.isClosed()) {
            throw new DelayException(Duration.ofMinutes(10)); // <2>
        }
        if (!payment.isReceiptSent()) { // <3>
            mail.send(meta.messageId() + ": thank you for " + receipt.cents() + " cents");
            payment.setReceiptSent(true);
        }
    }
}
// end::receipts[]
