package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "PT6H, 6h0m0s",
        "PT1M30S, 1m30s",
        "PT1.5S, 1.5s",
        "PT0.5S, 500ms",
        "PT0S, 0s",
        "PT-5S, -5s",
        "PT-0.5S, -500ms",
        "PT-1.5S, -1.5s",
        "PT-1H-30M, -1h30m0s",
        "PT1H0.001S, 1h0m0.001s",
        "PT59S, 59s",
        "PT1M, 1m0s",
        "P400D, 9600h0m0s",
        "PT0.0015S, 1.5ms",
        "PT0.000001S, 1µs",
        "PT0.000000001S, 1ns",
        "PT1.000000001S, 1.000000001s",
    })
    void readsLikeAClock(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }

    @Test
    void endsOfTheRange() {
        assertThat(DurationText.of(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("2562047788015215h30m7s");
        assertThat(DurationText.of(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo("-2562047788015215h30m8s");
        assertThat(DurationText.of(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)))
                .isEqualTo("2562047788015215h30m7.999999999s");
        assertThat(DurationText.of(Duration.ofSeconds(Long.MIN_VALUE, 1)))
                .isEqualTo("-2562047788015215h30m7.999999999s");
    }
}
