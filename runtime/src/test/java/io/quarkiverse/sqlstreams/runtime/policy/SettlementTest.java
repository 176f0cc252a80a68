package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.runtime.policy.Decision.Status;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlementTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void aDelayAtTheCeilingIsDeadWithItsOwnText() {
        Decision decision = delay(Policies.group(3, 2), 2, Duration.ofMinutes(1), Duration.ofHours(6));

        assertThat(decision.status()).isEqualTo(Status.DEAD);
        assertThat(decision.delays()).isEqualTo(2);
        assertThat(decision.log()).isEqualTo(LogStatus.FAILURE);
        assertThat(decision.lastError())
                .isEqualTo("could not complete the delivery yet, the handler asked to run it later: delay 6h0m0s"
                        + " [SQL0054]");
    }

    @Test
    void aRowAtTheCeilingStillFailsAndSucceeds() {
        GroupPolicy lowered = Policies.group(3, 2);
        Verdict failed = Verdict.failure("failed", null);
        assertThat(Settlement.decide(lowered, AskedPolicy.NONE, 4, 4, HOUR, failed, () -> 0.5)
                        .status())
                .isEqualTo(Status.READY);
        assertThat(Settlement.decide(lowered, AskedPolicy.NONE, 4, 4, HOUR, Verdict.success(), () -> 0.5)
                        .status())
                .isEqualTo(Status.DONE);
        assertThat(delay(lowered, 4, HOUR, HOUR).status()).isEqualTo(Status.DEAD);
    }

    @ParameterizedTest
    @CsvSource({"0, , READY", "0, 7200, READY", "1, 0, READY", "1, 3599, READY", "1, 3600, DEAD", "5, 3601, DEAD"})
    void maxWaitingEndsADelayOnlyAfterTheFirst(int delays, Long waited, Status expected) {
        GroupPolicy policy = Policies.group(3, 0, HOUR, Bounds.NONE, Bounds.NONE);

        Decision decision =
                delay(policy, delays, waited == null ? null : Duration.ofSeconds(waited), Duration.ofDays(1));

        assertThat(decision.status()).isEqualTo(expected);
        if (expected == Status.READY) {
            assertThat(decision.due()).as("never shortened").isEqualTo(Duration.ofDays(1));
        }
    }

    @Test
    void aDelayWithoutEndIsClampedAndItsTextIsNot() {
        Decision decision = delay(Policies.group(3, 0), 0, null, Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));

        assertThat(decision.due()).isEqualTo(Settlement.LONGEST_WAIT);
        assertThat(decision.lastError()).contains("delay 2562047788015215h30m7.999999999s");
    }

    @ParameterizedTest
    @CsvSource({"0, 0s", "-5, -5s", "-9223372036854775808, -2562047788015215h30m8s"})
    void aDelayThatIsNotPositiveIsDueAtOnce(long seconds, String text) {
        Decision decision = delay(Policies.group(3, 0), 0, null, Duration.ofSeconds(seconds));

        assertThat(decision.status()).isEqualTo(Status.READY);
        assertThat(decision.due()).isZero();
        assertThat(decision.delays()).isEqualTo(1);
        assertThat(decision.lastError()).endsWith("delay " + text + " [SQL0054]");
    }

    @Test
    void anExpiryTakesOverWithTheTextThatWasThere() {
        Decision decision = Settlement.expired(Policies.group(3, 0), AskedPolicy.NONE, 1, 0, "failed");

        assertThat(decision).isEqualTo(new Decision(Status.READY, 0, Duration.ZERO, "failed", LogStatus.EXPIRED, null));
    }

    @Test
    void countersAtTheirEndsDoNotOverflow() {
        assertThat(Settlement.mayFail(Policies.group(Integer.MAX_VALUE, 0), AskedPolicy.NONE, -1, Integer.MAX_VALUE))
                .isTrue();
        assertThat(Settlement.mayFail(Policies.group(0, 0), AskedPolicy.NONE, Integer.MAX_VALUE, 0))
                .isFalse();
    }

    private static Decision delay(GroupPolicy policy, int delays, Duration waited, Duration asked) {
        return Settlement.decide(
                policy, AskedPolicy.NONE, delays, delays, waited, Verdict.delay(asked, null), () -> 0.5);
    }
}
