package io.quarkiverse.sqlstreams.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkiverse.sqlstreams.DeliveryPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a message asks takes effect between the group's floor and ceiling. */
class GroupPolicyTest {

    @ParameterizedTest
    @CsvSource({
        "3,   ,   ,   , 3",
        "3, 1,   ,   , 1",
        "3, 9,   ,   , 3",
        "3, 9,   , 10, 9",
        "3, 99,  , 10, 10",
        "3, 0,   ,   , 0",
        "3, 0, 2,   , 2",
        "3,  , 2, 10, 3",
    })
    void maxRetries(int group, Integer asked, Integer floor, Integer ceiling, int expected) {
        GroupPolicy policy = Policies.group(group, 0, null, Policies.retries(floor), Policies.retries(ceiling));
        assertThat(policy.maxRetries(Policies.asksRetries(asked))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "5,   ,  ,   , 5",
        "5, 2,   ,   , 2",
        "5, 10,  ,   , 5",
        "5, 0,   ,   , 5",
        "0,   ,  ,   , 0",
        "0, 7,   ,   , 7",
        "0,   ,  , 4, 4",
        "0, 0,   , 4, 4",
        "0, 9,   , 4, 4",
        "0, 3,   , 4, 3",
        "5, 9,   , 0, 9",
        "5, 0,   , 0, 0",
        "5, 1, 2,   , 2",
        "0, 1, 2,   , 2",
        "0, 0, 2,   , 0",
    })
    void maxDelays(int group, Integer asked, Integer floor, Integer ceiling, int expected) {
        GroupPolicy policy = Policies.group(3, group, null, Policies.delays(floor), Policies.delays(ceiling));
        assertThat(policy.maxDelays(Policies.asksDelays(asked))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PT5H,     ,     ,      , PT5H",
        "PT5H, PT2H,     ,      , PT2H",
        "PT5H, PT9H,     ,      , PT5H",
        "PT5H, PT9H,     , PT10H, PT9H",
        "PT5H, PT9H,     , PT0S , PT9H",
        "    , PT9H,     ,      , PT9H",
        "    ,     ,     , PT4H , PT4H",
        "    , PT9H,     , PT4H , PT4H",
        "    ,     ,     ,      ,     ",
        "PT5H, PT1H, PT2H,      , PT2H",
        "    ,     , PT2H,      ,     ",
    })
    void maxWaiting(Duration group, Duration asked, Duration floor, Duration ceiling, Duration expected) {
        GroupPolicy policy = Policies.group(3, 0, group, Policies.waiting(floor), Policies.waiting(ceiling));
        assertThat(policy.maxWaiting(Policies.asksWaiting(asked))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "     ,      ,      , PT30S",
        "PT10S,      ,      , PT10S",
        "PT60S,      ,      , PT30S",
        "PT60S,      , PT50S, PT50S",
        "PT1S , PT20S,      , PT20S",
    })
    void timeout(Duration asked, Duration floor, Duration ceiling, Duration expected) {
        Bounds least = new Bounds(null, null, null, null, floor);
        Bounds most = new Bounds(null, null, null, null, ceiling);
        AskedPolicy message = new AskedPolicy(null, null, null, null, asked);
        assertThat(Policies.group(3, 0, null, least, most).timeout(message)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "    ,     ,     , PT5S",
        "PT1S,     ,     , PT1S",
        "PT9S,     ,     , PT5S",
        "PT9S,     , PT8S, PT8S",
        "PT0S, PT2S,     , PT2S",
    })
    void initialBackoff(Duration asked, Duration floor, Duration ceiling, Duration expected) {
        Bounds least = new Bounds(null, null, null, floor, null);
        Bounds most = new Bounds(null, null, null, ceiling, null);
        AskedPolicy message = new AskedPolicy(null, null, null, asked, null);
        assertThat(Policies.group(3, 0, null, least, most).initialBackoff(message))
                .isEqualTo(expected);
    }

    @Test
    void theHandlerSeesWhatIsLeft() {
        GroupPolicy policy = Policies.group(3, 5, Duration.ofHours(1), Bounds.NONE, Bounds.NONE);

        assertThat(policy.at(AskedPolicy.NONE, 3, 1))
                .isEqualTo(new DeliveryPolicy(
                        3,
                        1,
                        OptionalInt.of(5),
                        OptionalInt.of(4),
                        Optional.of(Duration.ofHours(1)),
                        Duration.ofSeconds(30)));
        assertThat(policy.at(AskedPolicy.NONE, 0, 0).retriesLeft()).isEqualTo(3);
        assertThat(policy.at(AskedPolicy.NONE, 9, 9).delaysLeft()).hasValue(0);
        assertThat(policy.at(AskedPolicy.NONE, 4, 1).retriesLeft()).isZero();
        assertThat(Policies.group(3, 0).at(AskedPolicy.NONE, 0, 0).delaysLeft()).isEmpty();
    }
}
