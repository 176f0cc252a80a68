package org.acme.payments;

/** A card has been charged and its owner wants it in writing: the message of the stream {@code receipts.requested}. */
public record ReceiptRequested(String reference, long cents) {}
