package org.acme.payments;

/** The gateway gave no answer; another try may get one. */
public class GatewayUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public GatewayUnavailableException(String message) {
        super(message);
    }
}
