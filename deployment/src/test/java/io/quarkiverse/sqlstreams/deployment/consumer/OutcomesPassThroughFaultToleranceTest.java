package io.quarkiverse.sqlstreams.deployment.consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quarkiverse.sqlstreams.Consume;
import io.quarkiverse.sqlstreams.DelayException;
import io.quarkiverse.sqlstreams.TerminalException;
import io.quarkiverse.sqlstreams.runtime.ConsumerMethod;
import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkus.test.QuarkusUnitTest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OutcomesPassThroughFaultToleranceTest {

    static int calls;

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClasses(
                    Failing.class, OnMethod.class, Parent.class, OnParent.class, Named.class, Other.class));

    static class Failing {

        static void fail(String how) {
            calls++;
            switch (how) {
                case "terminal" -> throw new TerminalException("terminal");
                case "delay" -> throw new DelayException(Duration.ofHours(1));
                default -> throw new IllegalStateException("plain");
            }
        }
    }

    @ApplicationScoped
    static class OnMethod {

        @Consume(stream = "s", group = "retry")
        @Retry(maxRetries = 3, delay = 0, jitter = 0, abortOn = IllegalArgumentException.class)
        void retry(String how) {
            Failing.fail(how);
        }

        @Consume(stream = "s", group = "fallback")
        @Fallback(fallbackMethod = "instead")
        void fallback(String how) {
            Failing.fail(how);
        }

        void instead(String how) {}

        @Consume(stream = "s", group = "breaker")
        @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 0.5)
        void breaker(String how) {
            Failing.fail(how);
        }
    }

    @Retry(maxRetries = 3, delay = 0, jitter = 0)
    static class Parent {}

    @ApplicationScoped
    static class OnParent extends Parent {

        @Consume(stream = "s", group = "parent")
        void inherited(String how) {
            Failing.fail(how);
        }
    }

    @ApplicationScoped
    static class Named {

        @Consume(stream = "s", group = "named")
        @Retry(maxRetries = 3, delay = 0, jitter = 0, retryOn = DelayException.class)
        void named(String how) {
            Failing.fail(how);
        }
    }

    @ApplicationScoped
    static class Other {

        @Retry(maxRetries = 3, delay = 0, jitter = 0)
        void noConsumer(String how) {
            Failing.fail(how);
        }
    }

    @Inject
    DeclaredConsumers declared;

    @Inject
    Other other;

    @Test
    void retryOnTheMethod() {
        assertThat(run("retry", "terminal")).isInstanceOf(TerminalException.class);
        assertThat(calls).isEqualTo(1);
        assertThat(run("retry", "delay")).isInstanceOf(DelayException.class);
        assertThat(calls).isEqualTo(1);
        assertThat(run("retry", "plain")).isInstanceOf(IllegalStateException.class);
        assertThat(calls).isEqualTo(4);
    }

    @Test
    void retryOnAParent() {
        assertThat(run("parent", "terminal")).isInstanceOf(TerminalException.class);
        assertThat(calls).isEqualTo(1);
        assertThat(run("parent", "plain")).isInstanceOf(IllegalStateException.class);
        assertThat(calls).isEqualTo(4);
    }

    @Test
    void fallback() {
        assertThat(run("fallback", "terminal")).isInstanceOf(TerminalException.class);
        assertThat(run("fallback", "delay")).isInstanceOf(DelayException.class);
        assertThat(run("fallback", "plain")).isNull();
    }

    @Test
    void circuitBreaker() {
        for (int i = 0; i < 10; i++) {
            assertThat(run("breaker", "delay")).isInstanceOf(DelayException.class);
        }
        assertThat(run("breaker", "plain")).isInstanceOf(IllegalStateException.class);
        assertThat(run("breaker", "plain")).isInstanceOf(CircuitBreakerOpenException.class);
    }

    @Test
    void anAnnotationThatNamesAnOutcomeIsObeyed() {
        assertThat(run("named", "delay")).isInstanceOf(DelayException.class);
        assertThat(calls).isEqualTo(4);
    }

    @Test
    void whatIsNoConsumerIsLeftAlone() {
        calls = 0;
        assertThat(catchThrowable(() -> other.noConsumer("delay"))).isInstanceOf(DelayException.class);
        assertThat(calls).isEqualTo(4);
    }

    private Throwable run(String group, String how) {
        calls = 0;
        for (ConsumerMethod consumer : declared.consumers()) {
            if (consumer.getGroup().equals(group)) {
                return catchThrowable(() -> consumer.getInvoker().getValue().invoke(null, new Object[] {how}));
            }
        }
        throw new AssertionError("no consumer in group " + group);
    }
}
