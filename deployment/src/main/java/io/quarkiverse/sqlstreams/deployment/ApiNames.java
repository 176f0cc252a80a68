package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.Producer;
import io.quarkiverse.sqlstreams.Stream;
import io.quarkiverse.sqlstreams.TerminalException;
import org.jboss.jandex.DotName;

/** The public API as Jandex names it. */
final class ApiNames {

    static final DotName CONSUME = DotName.createSimple(Consume.class);
    static final DotName STREAM = DotName.createSimple(Stream.class);
    static final DotName PRODUCER = DotName.createSimple(Producer.class);
    static final DotName MESSAGE = DotName.createSimple(Message.class);
    static final DotName MESSAGE_META = DotName.createSimple(MessageMeta.class);
    static final DotName OUTCOME = DotName.createSimple(Outcome.class);
    static final DotName TERMINAL_EXCEPTION = DotName.createSimple(TerminalException.class);
    static final DotName DELAY_EXCEPTION = DotName.createSimple(DelayException.class);

    private ApiNames() {}
}
