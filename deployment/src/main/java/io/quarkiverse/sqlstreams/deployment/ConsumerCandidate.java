package io.quarkiverse.sqlstreams.deployment;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;
import org.jboss.jandex.MethodInfo;
import org.jboss.jandex.Type;
import org.jboss.jandex.TypeVariable;

/**
 * A method with {@code @Consume} that a class declares or inherits; whether it can be called is not said.
 *
 * @param beanClass the class
 * @param method the method, where it is declared
 * @param consume the annotation
 * @param variables what the type variables of the declaring class are for this class
 */
record ConsumerCandidate(
        ClassInfo beanClass, MethodInfo method, AnnotationInstance consume, Map<String, Type> variables) {

    /** For messages: {@code com.acme.Cards#charge}. */
    String name() {
        return beanClass.name() + "#" + method.name();
    }

    String stream() {
        return consume.value("stream").asString();
    }

    String group() {
        return consume.value("group").asString();
    }

    /** Those of a class and its supertypes. A method that is overridden counts where it is overridden last. */
    static List<ConsumerCandidate> of(ClassInfo beanClass, IndexView index) {
        List<ConsumerCandidate> found = new ArrayList<>();
        collect(beanClass, beanClass, Map.of(), index, new HashSet<>(), new HashSet<>(), found);
        return found;
    }

    private static void collect(
            ClassInfo beanClass,
            ClassInfo current,
            Map<String, Type> variables,
            IndexView index,
            Set<String> overridden,
            Set<DotName> visited,
            List<ConsumerCandidate> found) {
        if (!visited.add(current.name())) {
            return;
        }
        for (MethodInfo method : current.methods()) {
            AnnotationInstance consume = method.declaredAnnotation(ApiNames.CONSUME);
            // A bridge repeats the annotations of the method it leads to, and overrides what that one overrides.
            boolean declared = !method.isSynthetic() && consume != null;
            if (declared && !overridden.contains(key(method)) && !isInheritedAbstract(beanClass, method)) {
                found.add(new ConsumerCandidate(beanClass, method, consume, variables));
            }
        }
        for (MethodInfo method : current.methods()) {
            if (!Modifier.isPrivate(method.flags()) && !Modifier.isStatic(method.flags())) {
                overridden.add(key(method));
            }
        }
        superType(beanClass, current.superClassType(), variables, index, overridden, visited, found);
        for (Type type : current.interfaceTypes()) {
            superType(beanClass, type, variables, index, overridden, visited, found);
        }
    }

    private static void superType(
            ClassInfo beanClass,
            Type type,
            Map<String, Type> variables,
            IndexView index,
            Set<String> overridden,
            Set<DotName> visited,
            List<ConsumerCandidate> found) {
        ClassInfo clazz = type == null ? null : index.getClassByName(type.name());
        if (clazz == null) {
            return;
        }
        Map<String, Type> next = new HashMap<>();
        if (type.kind() == Type.Kind.PARAMETERIZED_TYPE) {
            List<TypeVariable> parameters = clazz.typeParameters();
            List<Type> arguments = type.asParameterizedType().arguments();
            for (int i = 0; i < parameters.size(); i++) {
                next.put(parameters.get(i).identifier(), PayloadType.resolve(arguments.get(i), variables));
            }
        }
        collect(beanClass, clazz, next, index, overridden, visited, found);
    }

    /** Abstract methods are reported once, where they are declared. */
    private static boolean isInheritedAbstract(ClassInfo beanClass, MethodInfo method) {
        return Modifier.isAbstract(method.flags())
                && !method.declaringClass().name().equals(beanClass.name());
    }

    private static String key(MethodInfo method) {
        StringBuilder key = new StringBuilder(method.name());
        for (Type parameter : method.parameterTypes()) {
            key.append(' ').append(parameter.name());
        }
        return key.toString();
    }
}
