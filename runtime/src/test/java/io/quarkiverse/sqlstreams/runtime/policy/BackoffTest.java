package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackoffTest {

    private static final Duration INITIAL = Duration.ofSeconds(5);
    private static final Duration BASE = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofMinutes(5);

    @ParameterizedTest
    @CsvSource({
        "-1, PT5S",
        "0, PT5S",
        "1, PT1S",
        "2, PT2S",
        "3, PT4S",
        "9, PT4M16S",
        "10, PT5M",
        "11, PT5M",
        "2147483648, PT5M",
        "9223372036854775807, PT5M",
        "-9223372036854775808, PT5S"
    })
    void grows(long spent, Duration expected) {
        assertThat(Backoff.afterFailure(spent, INITIAL, BASE, 2, MAX, 0, () -> 0.5))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e300, Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NaN})
    void anyExponentStaysBelowTheLongestWait(double exponent) {
        assertThat(Backoff.afterFailure(1L << 31, INITIAL, BASE, exponent, MAX, 0, () -> 0.5))
                .isEqualTo(MAX);
        assertThat(Backoff.afterFailure(1, INITIAL, BASE, exponent, MAX, 0, () -> 0.5))
                .isEqualTo(BASE);
    }

    @Test
    void longestWaitsDoNotOverflow() {
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
        for (long spent : new long[] {0, 1, 2, 63, 64, 1L << 31, Long.MAX_VALUE}) {
            assertThat(Backoff.afterFailure(spent, longest, longest, 2, longest, 1, () -> 1))
                    .isPositive();
            assertThat(Backoff.afterFailure(spent, longest, longest, 2, longest, 0, () -> 1))
                    .isEqualTo(longest);
        }
    }

    @Test
    void nothingGrowsFromNothing() {
        assertThat(Backoff.afterFailure(1L << 31, Duration.ZERO, Duration.ZERO, 2, MAX, 0.1, () -> 1))
                .isZero();
    }

    @Test
    void fractionsAreKept() {
        Duration base = Duration.ofMillis(100);
        assertThat(Backoff.afterFailure(3, INITIAL, base, 3, MAX, 0, () -> 0.5)).isEqualTo(Duration.ofMillis(900));
        assertThat(Backoff.afterFailure(2, INITIAL, base, 1.5, MAX, 0, () -> 0.5))
                .isEqualTo(Duration.ofMillis(150));
    }

    @ParameterizedTest
    @CsvSource({"0, PT4.5S", "0.5, PT5S", "1, PT5.5S"})
    void jitterSpreadsBothWays(double random, Duration expected) {
        assertThat(Backoff.afterFailure(0, INITIAL, BASE, 2, MAX, 0.1, () -> random))
                .isEqualTo(expected);
    }

    @Test
    void jitterOfOneReachesFromZeroToTwice() {
        assertThat(Backoff.afterFailure(9999, INITIAL, BASE, 2, MAX, 1, () -> 0))
                .isZero();
        assertThat(Backoff.afterFailure(9999, INITIAL, BASE, 2, MAX, 1, () -> 1))
                .isEqualTo(MAX.multipliedBy(2));
    }

    @Test
    void withoutJitterNothingIsRandom() {
        DoubleSupplier none = () -> {
            throw new AssertionError("asked for a random number");
        };
        assertThat(Backoff.afterFailure(0, INITIAL, BASE, 2, MAX, 0, none)).isEqualTo(INITIAL);
    }
}
