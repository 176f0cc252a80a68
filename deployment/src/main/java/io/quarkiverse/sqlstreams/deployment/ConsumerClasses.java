package io.quarkiverse.sqlstreams.deployment;

import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Set;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/** Tells classes with consumer methods, without a closer look at those. */
final class ConsumerClasses {

    private ConsumerClasses() {}

    /** Whether the class declares or inherits a consumer method. */
    static boolean consumes(ClassInfo clazz, IndexView index) {
        return declares(clazz) || inherits(clazz, index, false, new HashSet<>());
    }

    /**
     * The same for a class that has no scope yet. One that only inherits from a class that is a bean itself is left alone:
     * both would be consumers of one group.
     */
    static boolean consumesByItself(ClassInfo clazz, IndexView index) {
        return !Modifier.isAbstract(clazz.flags())
                && (declares(clazz) || inherits(clazz, index, true, new HashSet<>()));
    }

    private static boolean inherits(ClassInfo clazz, IndexView index, boolean onlyAbstract, Set<DotName> visited) {
        Set<DotName> parents = new HashSet<>(clazz.interfaceNames());
        if (clazz.superName() != null) {
            parents.add(clazz.superName());
        }
        for (DotName name : parents) {
            ClassInfo parent = visited.add(name) ? index.getClassByName(name) : null;
            if (parent == null || onlyAbstract && !Modifier.isAbstract(parent.flags())) {
                continue;
            }
            if (declares(parent) || inherits(parent, index, onlyAbstract, visited)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(ClassInfo clazz) {
        return clazz.annotationsMap().containsKey(ApiNames.CONSUME);
    }
}
