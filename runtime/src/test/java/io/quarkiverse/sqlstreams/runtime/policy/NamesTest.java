package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"payments.requested", "a", "A-Z_0:9", "-", "."})
    void valid(String name) {
        assertThat(Names.isValid(name)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a b", "a\n", "a\"b", "café", "a/b", "${x}", "a;b", "a\0", "٣"})
    void invalid(String name) {
        assertThat(Names.isValid(name)).isFalse();
    }

    @Test
    void length() {
        assertThat(Names.isValid("x".repeat(200))).isTrue();
        assertThat(Names.isValid("x".repeat(201))).isFalse();
    }
}
