package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.ConsumerParameter;
import io.quarkiverse.sqlstreams.runtime.policy.Classification;
import io.quarkiverse.sqlstreams.runtime.policy.FailureText;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.quarkiverse.sqlstreams.runtime.produce.PayloadCodec;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.invoke.Invoker;
import java.util.List;

/** Calls a consumer method for one run, and tells what it came to. Never throws. */
final class ConsumerHandler {

    private final GroupRef ref;
    private final Invoker<Object, Object> invoker;
    private final ConsumerParameter[] parameters;
    private final boolean returnsOutcome;
    private final String method;
    private final PayloadCodec.Reader reader;
    private final Classification classification;
    private final Instance<CurrentDelivery> current;

    ConsumerHandler(
            GroupRef ref,
            ConsumerMethod method,
            PayloadCodec.Reader reader,
            Classification classification,
            Instance<CurrentDelivery> current) {
        this.ref = ref;
        this.invoker = method.getInvoker().getValue();
        List<ConsumerParameter> declared = method.getParameters();
        this.parameters = declared.toArray(new ConsumerParameter[0]);
        this.returnsOutcome = method.isReturnsOutcome();
        this.method = method.getMethod();
        this.reader = reader;
        this.classification = classification;
        this.current = current;
    }

    Verdict handle(Run run, GroupPolicy policy) {
        try {
            Verdict verdict = inRequest(run, policy);
            if (run.cancelled() == Run.Cancelled.TIMEOUT && verdict.kind() == Verdict.Kind.FAILURE) {
                String text = FailureText.timedOut(policy.timeout(run.asked()), verdict.error());
                return Verdict.failure(text, verdict.stackTrace());
            }
            return verdict;
        } catch (Throwable unclassifiable) {
            return lastResort(unclassifiable);
        }
    }

    private Verdict inRequest(Run run, GroupPolicy policy) {
        Object payload;
        try {
            payload = reader == null ? null : reader.read(run.message().payload());
        } catch (Throwable undecodable) {
            return undecodable instanceof VirtualMachineError
                    ? classification.classify(undecodable)
                    : classification.undecodable(undecodable);
        }
        DeliveryMeta meta = new DeliveryMeta(ref, run, policy);
        ManagedContext request = Arc.container().requestContext();
        request.activate();
        try {
            current.get().set(meta);
            return classification.classify(invoker.invoke(null, arguments(payload, meta)), returnsOutcome, method);
        } catch (Throwable thrown) {
            return classification.classify(thrown);
        } finally {
            request.terminate();
        }
    }

    private Object[] arguments(Object payload, DeliveryMeta meta) {
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = switch (parameters[i]) {
                case PAYLOAD -> payload;
                case META -> meta;
                case MESSAGE -> new Message<>(payload, meta);
            };
        }
        return arguments;
    }

    // Even what cannot be described must end as an outcome; nothing here allocates more than it has to.
    private static Verdict lastResort(Throwable thrown) {
        try {
            return Verdict.failure(thrown.getClass().getName(), null);
        } catch (Throwable again) {
            return Verdict.failure("the handler's failure could not be described", null);
        }
    }
}
