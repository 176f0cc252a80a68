package org.acme.payments;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands for the company that charges cards. As with the test cards of a real one, the card decides what happens.
 * <p>
 * A charge is made once for a reference, however often it is asked for: a message may be delivered again.
 */
@Singleton
public class CardGateway {

    public static final String GOOD = "card_good";
    public static final String DECLINED = "card_declined";
    public static final String UNREACHABLE = "card_unreachable";
    public static final String SETTLES_LATER = "card_settles_later";
    public static final String SETTLES_MUCH_LATER = "card_settles_much_later";

    public enum Answer {
        CHARGED,
        DECLINED,
        /** The bank has not decided yet. */
        PENDING
    }

    private final Map<String, Long> charges = new ConcurrentHashMap<>();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    public Answer charge(PaymentRequested payment) {
        return switch (payment.card()) {
            case DECLINED -> Answer.DECLINED;
            case UNREACHABLE -> throw new GatewayUnavailableException("no answer from the card gateway");
            case SETTLES_LATER -> settle(payment, 1);
            case SETTLES_MUCH_LATER -> settle(payment, 2);
            default -> settle(payment, 0);
        };
    }

    /** How much has been charged for a payment, in cents; 0: nothing yet. */
    public long charged(String reference) {
        return charges.getOrDefault(reference, 0L);
    }

    private Answer settle(PaymentRequested payment, int pending) {
        if (asked.merge(payment.reference(), 1, Integer::sum) <= pending) {
            return Answer.PENDING;
        }
        charges.putIfAbsent(payment.reference(), payment.cents());
        return Answer.CHARGED;
    }
}
