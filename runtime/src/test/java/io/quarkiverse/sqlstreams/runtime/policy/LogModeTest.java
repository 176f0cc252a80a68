package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.LogMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LogModeTest {

    @ParameterizedTest
    @EnumSource(LogStatus.class)
    void keeps(LogStatus status) {
        assertThat(LogMode.OFF.keeps(status)).isFalse();
        assertThat(LogMode.FAILURES.keeps(status)).isEqualTo(status != LogStatus.SUCCESS);
        assertThat(LogMode.ALL.keeps(status)).isTrue();
        assertThat(status.text()).isLowerCase();
    }
}
