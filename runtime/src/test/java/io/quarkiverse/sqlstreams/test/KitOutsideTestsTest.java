package io.quarkiverse.sqlstreams.test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkus.runtime.LaunchMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KitOutsideTestsTest {

    private final LaunchMode before = LaunchMode.current();

    @AfterEach
    void restore() {
        LaunchMode.set(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"NORMAL", "RUN"})
    void itRefusesToStart(LaunchMode mode) {
        LaunchMode.set(mode);
        assertThatThrownBy(() -> new SqlStreamsClock(null, null))
                .isInstanceOf(SqlStreamsException.class)
                .hasMessageStartingWith("SQL0080")
                .hasMessageContaining(mode.name());
        assertThatThrownBy(() -> new SqlStreamsKit(null, null, null, null)).hasMessageStartingWith("SQL0080");
    }

    @Test
    void itRefusesToWorkOnceStarted() {
        LaunchMode.set(LaunchMode.TEST);
        KitDatabase database = new KitDatabase(null);
        LaunchMode.set(LaunchMode.NORMAL);
        assertThatThrownBy(() -> database.call(connection -> null)).hasMessageStartingWith("SQL0080");
    }
}
