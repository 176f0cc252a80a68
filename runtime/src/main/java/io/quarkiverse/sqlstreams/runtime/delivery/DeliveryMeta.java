package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.DeliveryPolicy;
import io.quarkiverse.sqlstreams.MessageMeta;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.produce.MessageOptions;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The facts of one run, read from its message when they are asked for. */
record DeliveryMeta(GroupRef ref, Run run, GroupPolicy groupPolicy) implements MessageMeta {

    @Override
    public String stream() {
        return ref.stream().name();
    }

    @Override
    public String group() {
        return ref.name();
    }

    @Override
    public long messageId() {
        return run.message().id();
    }

    @Override
    public Instant createdAt() {
        return run.message().createdAt();
    }

    @Override
    public Optional<String> routingKey() {
        return Optional.ofNullable(run.message().routingKey());
    }

    @Override
    public Optional<String> messageKey() {
        return Optional.ofNullable(run.message().messageKey());
    }

    @Override
    public Map<String, String> headers() {
        return MessageOptions.headers(run.message().headers());
    }

    @Override
    public int attempts() {
        return run.attempts();
    }

    @Override
    public int delays() {
        return run.delays();
    }

    @Override
    public DeliveryPolicy policy() {
        return groupPolicy.at(run.asked(), run.attempts(), run.delays());
    }

    @Override
    public String toString() {
        return ref + " message " + messageId() + " run " + attempts();
    }
}
