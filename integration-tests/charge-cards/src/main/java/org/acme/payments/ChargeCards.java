package org.acme.payments;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** Charges the card of each payment, and asks for a receipt. */
// tag::charge[]
@ApplicationScoped
public class ChargeCards {

    private final CardGateway gateway;
    private final Producer<ReceiptRequested> receipts;

    ChargeCards(CardGateway gateway, @Stream("receipts.requested") Producer<ReceiptRequested> receipts) {
        this.gateway = gateway;
        this.receipts = receipts;
    }

    @Consume(stream = "payments.requested", group = "charge-cards", maxRetries = 3)
    Outcome charge(PaymentRequested payment) {
        return switch (gateway.charge(payment)) {
            case CHARGED -> {
                receipts.produce(new ReceiptRequested(payment.reference(), payment.cents()));
                yield Outcome.success();
            }
            case DECLINED -> Outcome.terminal("card declined");
            case PENDING -> Outcome.delay(Duration.ofHours(6));
        };
    }
}
// end::charge[]
