package io.quarkiverse.sqlstreams.deployment;

import io.quarkiverse.sqlstreams.runtime.ConsumerParameter;
import java.util.ArrayList;
import java.util.List;
import org.jboss.jandex.Type;

/**
 * What a consumer method takes.
 *
 * @param parameters what each parameter receives
 * @param payloads the payload of each parameter that has one, in order; one type at most unless the method is wrong
 */
record ConsumerSignature(List<ConsumerParameter> parameters, List<Type> payloads) {

    static ConsumerSignature of(ConsumerCandidate consumer) {
        List<ConsumerParameter> parameters = new ArrayList<>();
        List<Type> payloads = new ArrayList<>();
        for (Type declared : consumer.method().parameterTypes()) {
            Type type = PayloadType.resolve(declared, consumer.variables());
            if (type.name().equals(ApiNames.MESSAGE_META)) {
                parameters.add(ConsumerParameter.META);
            } else if (type.name().equals(ApiNames.MESSAGE)) {
                parameters.add(ConsumerParameter.MESSAGE);
                payloads.add(
                        type.kind() == Type.Kind.PARAMETERIZED_TYPE
                                ? type.asParameterizedType().arguments().get(0)
                                : Type.create(Object.class));
            } else {
                parameters.add(ConsumerParameter.PAYLOAD);
                payloads.add(type);
            }
        }
        return new ConsumerSignature(parameters, payloads);
    }

    /** The payload's type; null if nothing asks for one. */
    Type payload() {
        return payloads.isEmpty() ? null : payloads.get(0);
    }
}
