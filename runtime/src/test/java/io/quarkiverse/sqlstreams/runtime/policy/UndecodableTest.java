package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.quarkiverse.sqlstreams.TerminalException;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No text about a payload that cannot be decoded quotes any of it. */
class UndecodableTest {

    record Line(int amount, Colour colour, UUID id, List<Line> lines, Strict strict, Shape shape) {}

    enum Colour {
        RED
    }

    record Strict(String value) {
        Strict {
            throw new IllegalArgumentException("not " + value);
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    interface Shape {}

    private final ObjectMapper mapper = JsonMapper.builder()
            .enable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private final Classification classification = new Classification(Set.of());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"amount\": \"secret\"}                            | InvalidFormatException, expected int at amount",
                "{\"lines\": [{\"amount\": 1}, {\"amount\": \"secret\"}]} | at lines[1].amount",
                "{\"colour\": \"secret\"}                            | Colour at colour",
                "{\"id\": \"secret\"}                                | expected java.util.UUID at id",
                "{\"amount\": [\"secret\"]}                          | expected int at amount",
                "{\"strict\": {\"value\": \"secret\"}}               | ValueInstantiationException",
                "{\"shape\": {\"@type\": \"secret\"}}                | InvalidTypeIdException",
                "{\"nosuch\": \"secret\"}                            | UnrecognizedPropertyException, unknown field at nosuch",
                "\"secret\"                                          | MismatchedInputException",
                "[\"secret\"]                                        | MismatchedInputException",
                "{\"amount\": secret}                                | JsonParseException (line 1, column",
                "secret                                              | JsonParseException",
                "{\"amount\": 99999999999999999999999}               | at amount",
            })
    void saysWhereAndWhy(String payload, String expected) {
        Throwable thrown = decode(payload, Line.class);

        Verdict verdict = classification.undecodable(thrown);

        assertThat(verdict.kind()).isEqualTo(Kind.TERMINAL);
        assertThat(verdict.error())
                .startsWith("delivery cannot succeed [SQL0055]: the payload cannot be decoded: ")
                .contains(expected);
        assertUnquoted(verdict);
    }

    @ParameterizedTest
    @CsvSource({"java.lang.NumberFormatException", "java.lang.IllegalStateException"})
    void aDecodersOwnExceptionIsOnlyNamed(Class<? extends RuntimeException> type) throws Exception {
        RuntimeException thrown = type.getConstructor(String.class).newInstance("For input string: \"secret\"");

        Verdict verdict = classification.undecodable(thrown);

        assertThat(verdict.error()).endsWith(": the payload cannot be decoded: " + type.getName());
        assertUnquoted(verdict);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{\"amount\": \"secret\"}", "{\"strict\": {\"value\": \"secret\"}}", "secret"})
    void aHandlerThatDecodesForItselfDoesNotQuoteEither(String payload) {
        Throwable thrown = decode(payload, Line.class);

        assertUnquoted(classification.classify(thrown));
        assertUnquoted(classification.classify(new RuntimeException(thrown)));
        assertUnquoted(classification.classify(new RuntimeException("cannot read: " + thrown.getMessage(), thrown)));
        assertUnquoted(classification.classify(new TerminalException(thrown)));
        assertThat(classification
                        .classify(new RuntimeException("invoice 7", thrown))
                        .error())
                .contains("invoice 7");
    }

    @Test
    void longFieldNamesAreCut() throws Exception {
        String payload = "{\"" + "k".repeat(40_000) + "\": \"secret\"}";
        JavaType type = mapper.getTypeFactory().constructMapType(Map.class, String.class, Integer.class);

        Throwable thrown = catchThrowable(() -> mapper.readValue(payload, type));

        Verdict verdict = classification.undecodable(thrown);
        assertThat(verdict.error()).contains("at kkk").hasSizeLessThan(600);
        assertUnquoted(verdict);
    }

    private static void assertUnquoted(Verdict verdict) {
        assertThat(verdict.error()).doesNotContain("secret");
        assertThat(verdict.stackTrace()).doesNotContain("secret");
    }

    private Throwable decode(String payload, Class<?> type) {
        try {
            mapper.readValue(payload, type);
            throw new AssertionError("decoded " + payload);
        } catch (java.io.IOException e) {
            assertThat(e.getMessage()).containsAnyOf("secret", "99999", "MismatchedInput", "Cannot");
            return e;
        }
    }
}
