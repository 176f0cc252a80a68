package org.acme.payments;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** What this application itself remembers of a payment. */
@Entity
public class Payment {

    @Id
    private String reference;

    private long cents;

    private boolean receiptSent;

    protected Payment() {}

    public Payment(String reference, long cents) {
        this.reference = reference;
        this.cents = cents;
    }

    public String getReference() {
        return reference;
    }

    public long getCents() {
        return cents;
    }

    public boolean isReceiptSent() {
        return receiptSent;
    }

    public void setReceiptSent(boolean receiptSent) {
        this.receiptSent = receiptSent;
    }
}
