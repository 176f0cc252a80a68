package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstanceCheckTest {

    private static final String PREFIX = "quarkus.sqlstreams.";

    @Test
    void theDefaultsArePossible() {
        assertThatCode(() -> PolicyResolver.validateInstance(Configs.of())).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "poll-interval=0s",
                "poll-interval=-1s",
                "lease=999ms",
                "settle-after=-1ms",
                "range-size=0",
                "max-in-flight=99",
                "range-bytes=0",
                "max-range-reclaims=0",
                "timeout-grace=-1s",
                "shutdown-timeout=-1s",
                "statement-timeout=0s",
                "statement-timeout=PT99999999999H",
                "max-payload-size=0",
                "schema.partition-size=0",
                "defaults.max-retries=-1",
                "defaults.jitter=NaN",
                "streams.orders.retention=0s",
                "streams.orders.dead-retention=-1s",
            })
    void anImpossibleValueIsNamedByItsKey(String line) {
        String key = PREFIX + line.substring(0, line.indexOf('=')).replace("streams.orders", "streams.\"orders\"");
        assertThatThrownBy(() -> PolicyResolver.validateInstance(Configs.of(PREFIX + line)))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageContaining(key + " is ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "poll-interval=1ms",
                "lease=1s",
                "settle-after=0s",
                "max-in-flight=100",
                "timeout-grace=0s",
                "shutdown-timeout=0s",
                "streams.orders.retention=7D"
            })
    void theirLimitsArePossible(String line) {
        assertThatCode(() -> PolicyResolver.validateInstance(Configs.of(PREFIX + line)))
                .doesNotThrowAnyException();
    }

    @Test
    void allAreNamedAtOnceAndNamesToo() {
        assertThatThrownBy(() -> PolicyResolver.validateInstance(Configs.of(
                        PREFIX + "lease=0s",
                        PREFIX + "range-size=-1",
                        PREFIX + "streams.\"a b\".log=all",
                        PREFIX + "streams.orders.groups.\"b/c\".enabled=false")))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageStartingWith("SQL0010: The configuration is impossible, nothing was started. Correct:")
                .hasMessageContainingAll(
                        PREFIX + "lease is 0s, but must be 1s or longer",
                        PREFIX + "range-size is -1, but must be 1 or more",
                        PREFIX + "streams.\"a b\" names no possible stream: " + Names.RULE,
                        PREFIX + "streams.\"orders\".groups.\"b/c\" names no possible group: " + Names.RULE);
    }
}
