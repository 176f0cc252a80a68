package io.quarkiverse.sqlstreams.runtime.policy;

import java.time.Duration;

/** Writes a duration for people: {@code 6h0m0s}, {@code 1m30s}, {@code 1.5s}, {@code 500ms}, {@code 0s}, {@code -5s}. */
public final class DurationText {

    private static final int SECOND = 1_000_000_000;

    private DurationText() {}

    public static String of(Duration duration) {
        if (duration.isZero()) {
            return "0s";
        }
        // The magnitude of the smallest duration only fits an unsigned long.
        long seconds = duration.getSeconds();
        int nanos = duration.getNano();
        StringBuilder text = new StringBuilder();
        if (duration.isNegative()) {
            text.append('-');
            seconds = nanos == 0 ? -seconds : -(seconds + 1);
            nanos = nanos == 0 ? 0 : SECOND - nanos;
        }
        if (seconds == 0) {
            return belowOneSecond(text, nanos);
        }
        long minutes = Long.divideUnsigned(seconds, 60);
        long hours = minutes / 60;
        if (hours > 0) {
            text.append(hours).append('h');
        }
        if (minutes > 0) {
            text.append(minutes % 60).append('m');
        }
        text.append(Long.remainderUnsigned(seconds, 60));
        return fraction(text, nanos, SECOND).append('s').toString();
    }

    private static String belowOneSecond(StringBuilder text, int nanos) {
        if (nanos >= 1_000_000) {
            text.append(nanos / 1_000_000);
            return fraction(text, nanos % 1_000_000, 1_000_000).append("ms").toString();
        }
        if (nanos >= 1_000) {
            text.append(nanos / 1_000);
            return fraction(text, nanos % 1_000, 1_000).append("µs").toString();
        }
        return text.append(nanos).append("ns").toString();
    }

    private static StringBuilder fraction(StringBuilder text, int rest, int unit) {
        if (rest == 0) {
            return text;
        }
        text.append('.');
        for (int place = unit / 10, left = rest; left > 0; place /= 10) {
            text.append((char) ('0' + left / place));
            left %= place;
        }
        return text;
    }
}
