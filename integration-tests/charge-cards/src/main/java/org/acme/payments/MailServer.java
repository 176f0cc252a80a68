package org.acme.payments;

import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Stands for a mail server that is closed while somebody looks after it. */
@Singleton
public class MailServer {

    private static final Logger LOG = Logger.getLogger(MailServer.class);

    private volatile boolean closed;

    public boolean isClosed() {
        return closed;
    }

    public void setClosed(boolean closed) {
        this.closed = closed;
    }

    public void send(String text) {
        LOG.debug(text);
    }
}
