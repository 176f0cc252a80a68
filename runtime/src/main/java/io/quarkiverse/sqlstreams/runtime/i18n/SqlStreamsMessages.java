package io.quarkiverse.sqlstreams.runtime.i18n;

import org.jboss.logging.BasicLogger;
import org.jboss.logging.Logger;
import org.jboss.logging.annotations.MessageLogger;
import org.jboss.logging.annotations.ValidIdRange;

/**
 * Every operator-facing error and log event. Ranges: 1–19 schema and start, 20–39 produce, 40–59 consumers and outcomes,
 * 60–79 claim, settle and leases, 80–89 test kit, 90–99 dev services.
 */
@MessageLogger(projectCode = "SQL", length = 4)
@ValidIdRange(min = 1, max = 99)
public interface SqlStreamsMessages extends BasicLogger {

    SqlStreamsMessages LOG = Logger.getMessageLogger(
            java.lang.invoke.MethodHandles.lookup(), SqlStreamsMessages.class, "io.quarkiverse.sqlstreams");
}
