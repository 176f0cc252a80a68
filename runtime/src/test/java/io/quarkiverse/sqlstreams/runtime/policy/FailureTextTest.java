package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.policy.Throwables.EndlessException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.SilentException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.UnreadableException;
import io.quarkus.arc.ArcUndeclaredThrowableException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recording an outcome can never fail because of what is being recorded. */
class FailureTextTest {

    static List<Throwable> worst() {
        return List.of(
                new SilentException(),
                new RuntimeException(""),
                new UnreadableException(),
                new RuntimeException("outer", new UnreadableException()),
                Throwables.cyclic(),
                new EndlessException(),
                Throwables.nested(10_000, new IOException("root")),
                new StackOverflowError(),
                new NoClassDefFoundError("com/acme/Gone"),
                new OutOfMemoryError("Java heap space"),
                new RuntimeException("nul \0 and \ud800 and \udc00 and \ud800\ud800\udc00"),
                new RuntimeException("\0".repeat(100_000)),
                new RuntimeException("\ud83d\ude00".repeat(100_000)),
                new RuntimeException("x".repeat(20_000_000), new IOException("y".repeat(20_000_000))),
                new RuntimeException(new RuntimeException("z".repeat(20_000_000))));
    }

    @ParameterizedTest
    @MethodSource("worst")
    @Timeout(10)
    void everyThrowableHasATextThatCanBeStored(Throwable worst) {
        for (String text : List.of(
                FailureText.failure(worst),
                FailureText.terminal(Reason.of(worst)),
                FailureText.undecodable(worst),
                FailureText.killed(FailureText.failure(worst), 3),
                FailureText.budgetLowered(FailureText.failure(worst), 2, 4))) {
            assertStorable(text, FailureText.MAX_BYTES);
            assertThat(text).isNotBlank().doesNotContain("\n", "\r");
        }
        assertThat(FailureText.failure(worst)).contains(worst.getClass().getName());
        String stackTrace = FailureText.stackTrace(worst);
        assertStorable(stackTrace, StackTraceText.MAX_BYTES);
        assertThat(stackTrace).startsWith(worst.getClass().getName());
    }

    @Test
    void classAndMessageThenTheCauses() {
        assertThat(FailureText.failure(
                        new IllegalStateException("boom", new IOException("reset", new SilentException()))))
                .isEqualTo("java.lang.IllegalStateException: boom; caused by java.io.IOException: reset; caused by "
                        + SilentException.class.getName());
    }

    @Test
    void wrappersThatSayNothingAreLeftOut() {
        IOException reset = new IOException("reset");
        Throwable wrapped = new CompletionException(new UndeclaredThrowableException(new InvocationTargetException(
                new ArcUndeclaredThrowableException("Error invoking subclass method", reset))));
        assertThat(FailureText.failure(wrapped)).isEqualTo("java.io.IOException: reset");
        assertThat(FailureText.failure(new CompletionException("while charging", reset)))
                .isEqualTo("java.util.concurrent.CompletionException: while charging; caused by"
                        + " java.io.IOException: reset");
        assertThat(FailureText.failure(new InvocationTargetException(null)))
                .isEqualTo("java.lang.reflect.InvocationTargetException");
        assertThat(FailureText.failure(new RuntimeException(reset)))
                .isEqualTo("java.lang.RuntimeException; caused by java.io.IOException: reset");
    }

    @Test
    void oneLine() {
        assertThat(FailureText.failure(new RuntimeException("a\r\nb\tc\u2028d\u001b[31m")))
                .isEqualTo("java.lang.RuntimeException: a  b\tc d\\u001b[31m");
    }

    @Test
    void whatNoColumnTakesIsEscaped() {
        assertThat(FailureText.failure(new RuntimeException("nul \0, high \ud800, low \udc00, pair \ud83d\ude00")))
                .isEqualTo("java.lang.RuntimeException: nul \\u0000, high \\ud800, low \\udc00, pair \ud83d\ude00");
    }

    @Test
    void headAndTailAreKept() {
        String text = FailureText.failure(
                new RuntimeException("head" + "\ud83d\ude00".repeat(1_000_000) + "tail", new IOException("root")));
        assertThat(text)
                .startsWith("java.lang.RuntimeException: head\ud83d\ude00")
                .contains(" ... [cut] ... ")
                .endsWith("\ud83d\ude00tail; caused by java.io.IOException: root");
        assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(8_150, 8_192);
    }

    @Test
    void atTheLimitNothingIsCut() {
        String name = "java.lang.RuntimeException: ";
        String fits = "x".repeat(FailureText.MAX_BYTES - name.length());
        assertThat(FailureText.failure(new RuntimeException(fits))).isEqualTo(name + fits);
        assertThat(FailureText.failure(new RuntimeException(fits + "y")))
                .contains("[cut]")
                .endsWith("xy");
    }

    @Test
    void theRootOfManyCausesIsKept() {
        assertThat(FailureText.failure(Throwables.nested(10_000, new IOException("root"))))
                .startsWith("java.lang.RuntimeException: level 9999; caused by java.lang.RuntimeException: level 9998")
                .contains("; 9985 more causes; caused by ")
                .endsWith("level 0; caused by java.io.IOException: root");
    }

    @Test
    void killedAndLowered() {
        assertThat(FailureText.killed(null, 0))
                .isEqualTo("[killed: the process ended during run 0, no retries left, SQL0061]");
        assertThat(FailureText.killed("boom", 3))
                .isEqualTo("boom [killed: the process ended during run 3, no retries left, SQL0061]");
        assertThat(FailureText.budgetLowered("boom", 2, 4))
                .isEqualTo("boom [dead: maxRetries was lowered to 2, 4 retries are spent, SQL0062]");
        assertThat(FailureText.killed("x".repeat(8_192), 3))
                .startsWith("xxx")
                .endsWith("xxx [killed: the process ended during run 3, no retries left, SQL0061]")
                .hasSizeLessThanOrEqualTo(8_192);
    }

    @Test
    void fixedTexts() {
        assertThat(FailureText.terminal("card declined")).isEqualTo("delivery cannot succeed [SQL0055]: card declined");
        assertThat(FailureText.delayed(Duration.ofHours(6)))
                .isEqualTo("could not complete the delivery yet, the handler asked to run it later: delay 6h0m0s"
                        + " [SQL0054]");
        assertThat(FailureText.nullOutcome("com.acme.Cards#charge"))
                .startsWith("com.acme.Cards#charge returned null")
                .endsWith("[SQL0056]");
    }

    @Test
    void stackTraceHasFramesAndCauses() {
        assertThat(FailureText.stackTrace(new IllegalStateException("boom", new IOException("reset\0"))))
                .startsWith("java.lang.IllegalStateException: boom\n\tat "
                        + getClass().getName())
                .contains("\nCaused by: java.io.IOException: reset\\u0000\n")
                .containsPattern("\t\\.\\.\\. \\d+ more\n");
    }

    private static void assertStorable(String text, int maxBytes) {
        assertThat(text).doesNotContain("\0");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(bytes.length).isLessThanOrEqualTo(maxBytes);
        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .as("no lone surrogate")
                .isEqualTo(text);
    }
}
