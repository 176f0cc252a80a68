package io.quarkiverse.sqlstreams.runtime.policy;

import io.smallrye.mutiny.CompositeException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * A throwable and everything that caused it, from the outside in. Whatever a throwable's own methods do, the walk ends:
 * it is bounded, and visits none twice.
 */
final class CauseChain {

    private static final int LONGEST = 16_384;

    private CauseChain() {}

    static List<Throwable> of(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> open = new ArrayDeque<>();
        open.push(thrown);
        while (!open.isEmpty() && chain.size() < LONGEST) {
            Throwable next = open.pop();
            if (!seen.add(next)) {
                continue;
            }
            chain.add(next);
            if (keepsCausesAside(next)) {
                Throwable[] aside = next.getSuppressed();
                for (int i = aside.length - 1; i >= 0; i--) {
                    open.push(aside[i]);
                }
            }
            Throwable cause = cause(next);
            if (cause != null) {
                open.push(cause);
            }
        }
        return chain;
    }

    static Throwable cause(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable unreadable) {
            return null;
        }
    }

    /** Whether it comes from the transaction manager. */
    static boolean isTransactions(Throwable thrown) {
        String name = thrown.getClass().getName();
        return name.startsWith("jakarta.transaction.")
                || name.startsWith("io.quarkus.narayana.")
                || name.startsWith("com.arjuna.")
                || thrown instanceof IllegalStateException && isThrownBy(thrown, "com.arjuna.");
    }

    // Narayana adds what failed at commit as suppressed, Mutiny all failures but the first.
    private static boolean keepsCausesAside(Throwable thrown) {
        return isTransactions(thrown) || thrown instanceof CompositeException;
    }

    private static boolean isThrownBy(Throwable thrown, String packages) {
        try {
            StackTraceElement[] frames = thrown.getStackTrace();
            return frames.length > 0 && frames[0].getClassName().startsWith(packages);
        } catch (Throwable unreadable) {
            return false;
        }
    }
}
