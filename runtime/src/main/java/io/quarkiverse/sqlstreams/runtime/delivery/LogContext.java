package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.MessageMeta;
import org.jboss.logging.MDC;

/** What log lines inside a handler carry. */
final class LogContext {

    private static final String STREAM = "sqlstreams.stream";
    private static final String GROUP = "sqlstreams.group";
    private static final String MESSAGE = "sqlstreams.messageId";
    private static final String ATTEMPT = "sqlstreams.attempt";

    private LogContext() {}

    static void put(MessageMeta meta) {
        MDC.put(STREAM, meta.stream());
        MDC.put(GROUP, meta.group());
        MDC.put(MESSAGE, Long.toString(meta.messageId()));
        MDC.put(ATTEMPT, Integer.toString(meta.attempts()));
    }

    static void remove() {
        MDC.remove(STREAM);
        MDC.remove(GROUP);
        MDC.remove(MESSAGE);
        MDC.remove(ATTEMPT);
    }
}
