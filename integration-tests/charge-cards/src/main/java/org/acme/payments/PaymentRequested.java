package org.acme.payments;

/** Somebody wants to pay: the message of the stream {@code payments.requested}. */
public record PaymentRequested(String reference, String card, long cents) {}
