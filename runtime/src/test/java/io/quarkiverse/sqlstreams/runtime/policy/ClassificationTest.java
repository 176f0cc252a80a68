package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.Outcome;
import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.TerminalException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.BaseException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.DerivedException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.Hopeless;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.PermanentException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.SilentException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.TransientException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.UndecidedException;
import io.quarkiverse.sqlstreams.runtime.policy.Throwables.UnreadableException;
import io.quarkiverse.sqlstreams.runtime.policy.Verdict.Kind;
import io.quarkus.arc.ArcUndeclaredThrowableException;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import io.smallrye.mutiny.CompositeException;
import jakarta.transaction.RollbackException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClassificationTest {

    static final List<UnaryOperator<Throwable>> WRAPPERS = List.of(
            cause -> cause,
            CompletionException::new,
            ExecutionException::new,
            InvocationTargetException::new,
            UndeclaredThrowableException::new,
            QuarkusTransactionException::new,
            cause -> new ArcUndeclaredThrowableException("Error invoking subclass method", cause),
            cause -> rollback(cause, null),
            cause -> rollback(null, cause),
            cause -> new CompositeException(new IOException("first"), cause),
            cause -> new RuntimeException("wrapped", new Error(cause)),
            cause -> Throwables.nested(10_000, cause));

    private final Classification classification = new Classification(Set.of());

    @ParameterizedTest
    @FieldSource("WRAPPERS")
    void aDelayAnywhereIsADelay(UnaryOperator<Throwable> wrapper) {
        Verdict verdict = classification.classify(wrapper.apply(new DelayException(Duration.ofHours(6))));

        assertThat(verdict.kind()).isEqualTo(Kind.DELAY);
        assertThat(verdict.delay()).isEqualTo(Duration.ofHours(6));
        assertThat(verdict.error())
                .isEqualTo("could not complete the delivery yet, the handler asked to run it later: delay 6h0m0s"
                        + " [SQL0054]");
    }

    @ParameterizedTest
    @FieldSource("WRAPPERS")
    void aTerminalIsTerminalAndItsWrappersAreNotRendered(UnaryOperator<Throwable> wrapper) {
        for (Throwable thrown : List.of(
                new TerminalException("card declined"),
                new TerminalException(new IllegalStateException("card declined")),
                new TerminalException("card declined", new IOException("reset")),
                new PermanentException("card declined"))) {
            Verdict verdict = classification.classify(wrapper.apply(thrown));

            assertThat(verdict.kind()).isEqualTo(Kind.TERMINAL);
            assertThat(verdict.error()).isEqualTo("delivery cannot succeed [SQL0055]: card declined");
            assertThat(verdict.stackTrace()).contains(thrown.getClass().getName());
        }
    }

    @ParameterizedTest
    @FieldSource("WRAPPERS")
    void anythingElseIsAFailureThatNamesItsCause(UnaryOperator<Throwable> wrapper) {
        Verdict verdict = classification.classify(wrapper.apply(new IOException("reset")));

        assertThat(verdict.kind()).isEqualTo(Kind.FAILURE);
        assertThat(verdict.error()).contains("java.io.IOException: reset");
    }

    @Test
    void aDelayWinsOverTerminal() {
        DelayException delay = new DelayException(Duration.ofSeconds(1));
        assertThat(classification.classify(new TerminalException(delay)).kind()).isEqualTo(Kind.DELAY);
        assertThat(classification
                        .classify(new DelayException(Duration.ofSeconds(1), new TerminalException("no")))
                        .kind())
                .isEqualTo(Kind.DELAY);
        assertThat(new Classification(Set.of("java.lang.RuntimeException"))
                        .classify(new RuntimeException(delay))
                        .kind())
                .isEqualTo(Kind.DELAY);
    }

    @Test
    void theOutermostDelayCounts() {
        DelayException inner = new DelayException(Duration.ofSeconds(1));
        assertThat(classification
                        .classify(new DelayException(Duration.ofSeconds(2), inner))
                        .delay())
                .hasSeconds(2);
    }

    @Test
    void aTerminalWithoutAMessageIsNamedByTheClassOfItsCause() {
        String prefix = "delivery cannot succeed [SQL0055]: ";
        assertThat(classification
                        .classify(new TerminalException(new SilentException()))
                        .error())
                .isEqualTo(prefix + SilentException.class.getName());
        assertThat(returned(Outcome.terminal(new SilentException())).error())
                .isEqualTo(prefix + SilentException.class.getName());
        assertThat(returned(Outcome.terminal(new UnreadableException())).error())
                .isEqualTo(prefix + UnreadableException.class.getName());
        assertThat(classification.classify(new TerminalException((String) null)).error())
                .isEqualTo(prefix + TerminalException.class.getName());
    }

    @Test
    void returnedOutcomesAreTheSameAsThrownOnes() {
        assertThat(returned(Outcome.success())).isEqualTo(Verdict.success());
        assertThat(returned(Outcome.terminal("card declined")).error())
                .isEqualTo("delivery cannot succeed [SQL0055]: card declined");
        assertThat(returned(Outcome.terminal(new IllegalStateException("card declined")))
                        .error())
                .isEqualTo("delivery cannot succeed [SQL0055]: card declined");
        assertThat(returned(new Outcome.Terminal(new IllegalStateException("card declined"))))
                .satisfies(verdict -> {
                    assertThat(verdict.kind()).isEqualTo(Kind.TERMINAL);
                    assertThat(verdict.error()).isEqualTo("delivery cannot succeed [SQL0055]: card declined");
                });
        assertThat(returned(Outcome.retry(new IOException("reset")))).satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(Kind.FAILURE);
            assertThat(verdict.error()).isEqualTo("java.io.IOException: reset");
        });
        Verdict delay = returned(Outcome.delay(Duration.ofMinutes(1)));
        assertThat(delay.kind()).isEqualTo(Kind.DELAY);
        assertThat(delay.error()).endsWith("delay 1m0s [SQL0054]");
    }

    @Test
    void aStatedRetryIsARetryWhateverItsCause() {
        assertThat(returned(Outcome.retry(new TerminalException("no"))).kind()).isEqualTo(Kind.FAILURE);
    }

    @Test
    void aDelayInsideAStatedOutcomeIsADelay() {
        DelayException delay = new DelayException(Duration.ofMinutes(1));
        assertThat(returned(Outcome.terminal(delay)).kind()).isEqualTo(Kind.DELAY);
        assertThat(returned(Outcome.retry(delay)).kind()).isEqualTo(Kind.DELAY);
    }

    @Test
    void nullWhereAnOutcomeIsDeclaredIsAFailureThatNamesTheMethod() {
        Verdict verdict = classification.classify(null, true, "com.acme.Cards#charge");
        assertThat(verdict.kind()).isEqualTo(Kind.FAILURE);
        assertThat(verdict.error()).contains("com.acme.Cards#charge");
        assertThat(classification.classify(null, false, "com.acme.Cards#charge"))
                .isEqualTo(Verdict.success());
        assertThat(classification.classify("anything", false, "com.acme.Cards#charge"))
                .isEqualTo(Verdict.success());
    }

    @Test
    void onlyPermanentRecoveriesAreTerminal() {
        assertThat(classification.classify(new TransientException()).kind()).isEqualTo(Kind.FAILURE);
        assertThat(classification.classify(new UndecidedException()).kind()).isEqualTo(Kind.FAILURE);
        assertThat(classification
                        .classify(new IllegalStateException(new PermanentException("gone")))
                        .kind())
                .isEqualTo(Kind.TERMINAL);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {DerivedException.class, BaseException.class, Hopeless.class, Exception.class, Throwable.class})
    void listedTypesAreTerminalWithTheirSubtypes(Class<?> listed) {
        Verdict verdict = new Classification(Set.of(listed.getName()))
                .classify(new Error(new DerivedException("no such account")));
        assertThat(verdict.kind()).isEqualTo(Kind.TERMINAL);
        if (listed != Throwable.class) {
            assertThat(verdict.error()).isEqualTo("delivery cannot succeed [SQL0055]: no such account");
        }
    }

    @Test
    void listedTypesMayBeNamedAsInSourceAndNeedNotExist() {
        Classification listed = new Classification(Set.of(DerivedException.class.getCanonicalName(), "com.acme.Gone"));
        assertThat(listed.classify(new DerivedException("x")).kind()).isEqualTo(Kind.TERMINAL);
        assertThat(listed.classify(new BaseException("x")).kind()).isEqualTo(Kind.FAILURE);
    }

    @Test
    void theExtensionsOwnPermanentErrorsKeepTheirText() {
        SqlStreamsException own =
                new SqlStreamsException("SQL0021", "SQL0021: Stream 'x' not found", Recovery.PERMANENT, null);
        assertThat(classification.classify(new RuntimeException("outer", own))).satisfies(verdict -> {
            assertThat(verdict.kind()).isEqualTo(Kind.TERMINAL);
            assertThat(verdict.error()).isEqualTo("SQL0021: Stream 'x' not found");
        });
        assertThat(classification
                        .classify(new SqlStreamsException("SQL0021", "not found", Recovery.PERMANENT, null))
                        .error())
                .isEqualTo("SQL0021: not found");
        assertThat(classification
                        .classify(new SqlStreamsException("SQL0022", "later", Recovery.TRANSIENT, null))
                        .kind())
                .isEqualTo(Kind.FAILURE);
    }

    @ParameterizedTest
    @ValueSource(classes = {StackOverflowError.class, NoClassDefFoundError.class, OutOfMemoryError.class})
    void errorsAreFailures(Class<? extends Throwable> type) throws Exception {
        Verdict verdict = classification.classify(type.getDeclaredConstructor().newInstance());
        assertThat(verdict.kind()).isEqualTo(Kind.FAILURE);
        assertThat(verdict.error()).isEqualTo(type.getName());
    }

    @Test
    void throwablesAtTheirWorstAreFailures() {
        for (Throwable worst : FailureTextTest.worst()) {
            assertThat(classification.classify(worst).kind()).isEqualTo(Kind.FAILURE);
        }
    }

    @Test
    void aDelayThatCannotSayHowLongIsAFailure() {
        DelayException broken = new DelayException(Duration.ZERO) {
            @Override
            public Duration delay() {
                throw new IllegalStateException("delay");
            }
        };
        assertThat(classification.classify(broken).kind()).isEqualTo(Kind.FAILURE);
    }

    @Test
    void whatTheTransactionManagerReplacedIsStillWhatCounts() {
        RollbackException ending = new RollbackException("ARJUNA016102: The transaction is not active!");
        Verdict failure = classification.classify(ending, new IllegalStateException("boom"));
        assertThat(failure.error())
                .isEqualTo("java.lang.IllegalStateException: boom; the transaction ended with"
                        + " jakarta.transaction.RollbackException: ARJUNA016102: The transaction is not active!");
        assertThat(classification
                        .classify(ending, new DelayException(Duration.ofHours(1)))
                        .kind())
                .isEqualTo(Kind.DELAY);
        assertThat(classification.classify(ending, new TerminalException("no")).kind())
                .isEqualTo(Kind.TERMINAL);
        assertThat(classification
                        .classify(new IOException("translated"), new TerminalException("no"))
                        .kind())
                .as("an interceptor of the application may replace it on purpose")
                .isEqualTo(Kind.FAILURE);
    }

    private Verdict returned(Outcome outcome) {
        return classification.classify(outcome, true, "com.acme.Cards#charge");
    }

    private static Throwable rollback(Throwable cause, Throwable suppressed) {
        RollbackException rollback = new RollbackException("ARJUNA016053: Could not commit transaction.");
        if (cause != null) {
            rollback.initCause(cause);
        }
        if (suppressed != null) {
            rollback.addSuppressed(suppressed);
        }
        return rollback;
    }
}
