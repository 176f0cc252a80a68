package io.quarkiverse.sqlstreams.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jboss.jandex.ArrayType;
import org.jboss.jandex.ParameterizedType;
import org.jboss.jandex.PrimitiveType;
import org.jboss.jandex.Type;
import org.jboss.jandex.WildcardType;

/** The type of a payload, from the signature of a method to what Jackson is given. */
final class PayloadType {

    /** What Jackson is not asked for. */
    static final String BYTES = "byte[]";

    private PayloadType() {}

    /** The type with its variables replaced as far as they are known. */
    static Type resolve(Type type, Map<String, Type> variables) {
        return switch (type.kind()) {
            case TYPE_VARIABLE -> variables.getOrDefault(type.asTypeVariable().identifier(), type);
            case PARAMETERIZED_TYPE -> {
                List<Type> arguments = new ArrayList<>();
                for (Type argument : type.asParameterizedType().arguments()) {
                    arguments.add(resolve(argument, variables));
                }
                yield ParameterizedType.create(type.name(), arguments.toArray(Type[]::new), null);
            }
            case ARRAY ->
                ArrayType.create(
                        resolve(type.asArrayType().elementType(), variables),
                        type.asArrayType().deepDimensions());
            case WILDCARD_TYPE -> {
                WildcardType wildcard = type.asWildcardType();
                yield wildcard.superBound() == null
                        ? WildcardType.createUpperBound(resolve(wildcard.extendsBound(), variables))
                        : wildcard;
            }
            default -> type;
        };
    }

    /** Whether something of the type is left open. */
    static boolean isOpen(Type type) {
        return switch (type.kind()) {
            case TYPE_VARIABLE, UNRESOLVED_TYPE_VARIABLE, TYPE_VARIABLE_REFERENCE -> true;
            case PARAMETERIZED_TYPE ->
                type.asParameterizedType().arguments().stream().anyMatch(PayloadType::isOpen);
            case ARRAY -> isOpen(type.asArrayType().elementType());
            case WILDCARD_TYPE -> isOpen(type.asWildcardType().extendsBound());
            default -> false;
        };
    }

    /** Whether it is an array whose elements have type arguments, which Jackson's canonical form cannot say. */
    static boolean isGenericArray(Type type) {
        return switch (type.kind()) {
            case ARRAY -> type.asArrayType().elementType().kind() == Type.Kind.PARAMETERIZED_TYPE;
            case PARAMETERIZED_TYPE ->
                type.asParameterizedType().arguments().stream().anyMatch(PayloadType::isGenericArray);
            default -> false;
        };
    }

    /** The type as {@code TypeFactory.constructFromCanonical} reads it; {@code byte[]} for bytes. */
    static String canonical(Type type) {
        return switch (type.kind()) {
            case PRIMITIVE -> PrimitiveType.box(type.asPrimitiveType()).name().toString();
            case ARRAY -> isBytes(type) ? BYTES : binaryName(type.asArrayType());
            case PARAMETERIZED_TYPE ->
                type.asParameterizedType().arguments().stream()
                        .map(PayloadType::argument)
                        .collect(Collectors.joining(",", type.name() + "<", ">"));
            case WILDCARD_TYPE -> canonical(type.asWildcardType().extendsBound());
            default -> type.name().toString();
        };
    }

    private static String argument(Type type) {
        return isBytes(type) ? binaryName(type.asArrayType()) : canonical(type);
    }

    private static boolean isBytes(Type type) {
        return type.kind() == Type.Kind.ARRAY
                && type.asArrayType().deepDimensions() == 1
                && type.asArrayType().elementType().name().equals(PrimitiveType.BYTE.name());
    }

    /** {@code [Lcom.acme.Order;} */
    private static String binaryName(ArrayType type) {
        return type.name().toString();
    }
}
