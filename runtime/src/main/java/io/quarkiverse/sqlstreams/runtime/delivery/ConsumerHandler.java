package io.quarkiverse.sqlstreams.runtime.delivery;

import io.quarkiverse.sqlstreams.Message;
import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.ConsumerParameter;
import io.quarkiverse.sqlstreams.runtime.HandlerModel;
import io.quarkiverse.sqlstreams.runtime.policy.Classification;
import io.quarkiverse.sqlstreams.runtime.policy.FailureText;
import io.quarkiverse.sqlstreams.runtime.policy.GroupPolicy;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict;
import io.quarkiverse.sqlstreams.runtime.produce.PayloadCodec;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InjectableContext.ContextState;
import io.quarkus.arc.ManagedContext;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.invoke.Invoker;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Calls a consumer method for one run, and tells what it came to. Never throws. */
final class ConsumerHandler {

    private final GroupRef ref;
    private final Invoker<Object, Object> invoker;
    private final ConsumerParameter[] parameters;
    private final HandlerModel model;
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
        this.model = method.getModel();
        this.method = method.getMethod();
        this.reader = reader;
        this.classification = classification;
        this.current = current;
    }

    /** Told once of a run that went on after its call had returned. */
    interface Completion {
        void ended(Run run, Verdict verdict);
    }

    /** @return what it came to; null if it goes on, and the completion will be told */
    Verdict handle(Run run, GroupPolicy policy, Completion completion) {
        try {
            Object payload = reader.read(run.message().payload());
            return inRequest(run, policy, payload, completion);
        } catch (VirtualMachineError e) {
            return verdict(run, policy, e, null);
        } catch (Throwable undecodable) {
            return classification.undecodable(undecodable);
        }
    }

    private Verdict inRequest(Run run, GroupPolicy policy, Object payload, Completion completion) {
        DeliveryMeta meta = new DeliveryMeta(ref, run, policy);
        ManagedContext request = Arc.container().requestContext();
        ContextState state = request.activate();
        LogContext.put(meta);
        boolean ended = true;
        CurrentDelivery delivery = null;
        try {
            delivery = current.get();
            delivery.set(meta);
            Object returned = invoker.invoke(null, arguments(payload, meta));
            if (returned == null || model.result() == HandlerModel.Result.DIRECT) {
                return verdict(returned);
            }
            CompletionStage<?> stage = Completing.stage(model.result(), returned);
            ended = false;
            new Completing(run, stage, completion) {
                @Override
                Verdict verdict(Object item, Throwable failure) {
                    return failure == null
                            ? ConsumerHandler.this.verdict(item)
                            : ConsumerHandler.this.verdict(run, policy, failure, null);
                }

                @Override
                void close() {
                    request.destroy(state);
                }
            }.await();
            return null;
        } catch (Throwable thrown) {
            return verdict(run, policy, thrown, delivery == null ? null : delivery.failure());
        } finally {
            LogContext.remove();
            request.deactivate();
            if (ended) {
                request.destroy(state);
            }
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

    private Verdict verdict(Object returned) {
        try {
            return classification.classify(returned, model.outcome(), method);
        } catch (Throwable unclassifiable) {
            return lastResort(unclassifiable);
        }
    }

    /** @param own what the handler itself threw, if that is known */
    private Verdict verdict(Run run, GroupPolicy policy, Throwable thrown, Throwable own) {
        try {
            Verdict verdict = classification.classify(thrown, own);
            if (run.cancelled() == Run.Cancelled.TIMEOUT && verdict.kind() == Verdict.Kind.FAILURE) {
                String text = FailureText.timedOut(policy.timeout(run.asked()), verdict.error());
                return Verdict.failure(text, verdict.stackTrace());
            }
            return verdict;
        } catch (Throwable unclassifiable) {
            return lastResort(unclassifiable);
        }
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
