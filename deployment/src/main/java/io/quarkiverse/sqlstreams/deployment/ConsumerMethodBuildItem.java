package io.quarkiverse.sqlstreams.deployment;

import io.quarkus.arc.processor.InvokerInfo;
import io.quarkus.builder.item.MultiBuildItem;

/** A valid consumer method. */
final class ConsumerMethodBuildItem extends MultiBuildItem {

    private final ConsumerCandidate consumer;
    private final ConsumerSignature signature;
    private final InvokerInfo invoker;

    ConsumerMethodBuildItem(ConsumerCandidate consumer, InvokerInfo invoker) {
        this.consumer = consumer;
        this.signature = ConsumerSignature.of(consumer);
        this.invoker = invoker;
    }

    ConsumerCandidate consumer() {
        return consumer;
    }

    ConsumerSignature signature() {
        return signature;
    }

    InvokerInfo invoker() {
        return invoker;
    }
}
