package io.quarkiverse.sqlstreams.runtime;

import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.RecordableConstructor;
import jakarta.enterprise.invoke.Invoker;
import java.util.List;

/** A {@code @Consume} method as the build found it. */
public final class ConsumerMethod {

    private final String stream;
    private final String group;
    private final String method;
    private final RuntimeValue<Invoker<Object, Object>> invoker;
    private final List<ConsumerParameter> parameters;
    private final String payloadType;
    private final HandlerModel model;
    private final String startAt;
    private final AnnotationPolicy policy;

    /**
     * @param stream the stream's name, expressions not yet resolved
     * @param group the group's name, expressions not yet resolved
     * @param method for messages: {@code com.acme.Cards#charge}
     * @param invoker calls the method on its bean; takes the arguments in the order of {@code parameters}
     * @param parameters what each parameter receives
     * @param payloadType the payload's type in Jackson's canonical form, with {@code byte[]} for bytes; null if no
     *        parameter asks for a payload
     * @param model how the method is called
     * @param startAt the name of a {@code StartAt}
     * @param policy the annotation's policy members
     */
    @RecordableConstructor
    public ConsumerMethod(
            String stream,
            String group,
            String method,
            RuntimeValue<Invoker<Object, Object>> invoker,
            List<ConsumerParameter> parameters,
            String payloadType,
            HandlerModel model,
            String startAt,
            AnnotationPolicy policy) {
        this.stream = stream;
        this.group = group;
        this.method = method;
        this.invoker = invoker;
        this.parameters = parameters;
        this.payloadType = payloadType;
        this.model = model;
        this.startAt = startAt;
        this.policy = policy;
    }

    public String getStream() {
        return stream;
    }

    public String getGroup() {
        return group;
    }

    public String getMethod() {
        return method;
    }

    public RuntimeValue<Invoker<Object, Object>> getInvoker() {
        return invoker;
    }

    public List<ConsumerParameter> getParameters() {
        return parameters;
    }

    public String getPayloadType() {
        return payloadType;
    }

    public HandlerModel getModel() {
        return model;
    }

    public String getStartAt() {
        return startAt;
    }

    public AnnotationPolicy getPolicy() {
        return policy;
    }
}
