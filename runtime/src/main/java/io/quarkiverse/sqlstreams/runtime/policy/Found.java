package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * A value and the place it was written in, as the user finds it there.
 *
 * @param value null if it is set nowhere
 * @param builtIn whether it was not written by anyone
 */
record Found<T>(T value, String where, boolean builtIn) {

    /** The same if the value is possible, else the fallback, so that the checks that follow have something to go on. */
    Found<T> check(Predicate<T> possible, String rule, T fallback, List<String> problems) {
        if (value == null || possible.test(value)) {
            return this;
        }
        problems.add(where + " is " + text() + ", but must be " + rule);
        return new Found<>(fallback, where, true);
    }

    String text() {
        return value instanceof Duration duration ? DurationText.of(duration) : String.valueOf(value);
    }
}
