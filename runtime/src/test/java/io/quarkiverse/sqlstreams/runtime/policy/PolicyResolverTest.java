package io.quarkiverse.sqlstreams.runtime.policy;

import static io.quarkiverse.sqlstreams.runtime.policy.Configs.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkiverse.sqlstreams.Recovery;
import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.AnnotationBounds;
import io.quarkiverse.sqlstreams.runtime.AnnotationPolicy;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class PolicyResolverTest {

    private static final String DEFAULTS = "quarkus.sqlstreams.defaults.";
    private static final String ANNOTATION = "@Consume(stream = \"payments.requested\", group = \"charge-cards\") ";

    @Test
    void builtIn() {
        assertThat(resolve(null, Configs.of())).isEqualTo(GroupPolicy.DEFAULT);
        assertThat(resolve(annotation().build(), Configs.of())).isEqualTo(GroupPolicy.DEFAULT);
        assertThat(resolve(annotation().build(), null)).isEqualTo(GroupPolicy.DEFAULT);
    }

    @Test
    void configuredDefaultsThenAnnotationThenTheGroup() {
        AnnotationPolicy annotation = annotation().maxRetries(5).timeout("10s").build();
        SqlStreamsRuntimeConfig config = Configs.of(
                DEFAULTS + "max-retries=4",
                DEFAULTS + "timeout=20s",
                DEFAULTS + "jitter=0",
                DEFAULTS + "max-waiting=1h",
                GROUP + "timeout=40s");

        GroupPolicy policy = resolve(annotation, config);

        assertThat(policy.maxRetries()).as("annotation").isEqualTo(5);
        assertThat(policy.timeout()).as("group").hasSeconds(40);
        assertThat(policy.jitter()).as("defaults").isZero();
        assertThat(policy.maxWaiting()).as("defaults").isEqualTo(Duration.ofHours(1));
        assertThat(policy.baseDelay()).as("built-in").hasSeconds(1);
    }

    @Test
    void everyPropertyOfAGroup() {
        SqlStreamsRuntimeConfig config = Configs.of(
                GROUP + "concurrency=2",
                GROUP + "max-retries=0",
                GROUP + "initial-backoff=500ms",
                GROUP + "base-delay=2s",
                GROUP + "exponent=1.5",
                GROUP + "max-delay=PT1H",
                GROUP + "jitter=1",
                GROUP + "max-delays=7",
                GROUP + "max-waiting=24h",
                GROUP + "timeout=1m",
                GROUP + "floor.max-delays=1",
                GROUP + "ceiling.max-retries=10",
                GROUP + "ceiling.max-waiting=0s");

        assertThat(resolve(null, config))
                .isEqualTo(new GroupPolicy(
                        2,
                        0,
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2),
                        1.5,
                        Duration.ofHours(1),
                        1,
                        7,
                        Duration.ofHours(24),
                        Duration.ofMinutes(1),
                        new Bounds(null, 1, null, null, null),
                        new Bounds(10, null, Duration.ZERO, null, null)));
    }

    @Test
    void maxWaitingOfZeroIsUnlimited() {
        AnnotationPolicy annotation = annotation().maxWaiting("1h").build();
        assertThat(resolve(annotation, Configs.of(GROUP + "max-waiting=0s")).maxWaiting())
                .isNull();
    }

    @Test
    void expressionsAreResolved() {
        AnnotationPolicy annotation =
                annotation().timeout("${charge.timeout}").maxWaiting("${none:}").build();
        UnaryOperator<String> expressions = text -> text.equals("${charge.timeout}") ? "45s" : "";

        GroupPolicy policy =
                PolicyResolver.resolve("payments.requested", "charge-cards", annotation, Configs.of(), expressions);

        assertThat(policy.timeout()).hasSeconds(45);
        assertThat(policy.maxWaiting()).isNull();
    }

    @Test
    void everyImpossibleValueOfTheConfigurationIsNamedAtOnce() {
        SqlStreamsRuntimeConfig config = Configs.of(
                GROUP + "concurrency=0",
                GROUP + "max-retries=-1",
                GROUP + "exponent=0.5",
                GROUP + "jitter=1.1",
                GROUP + "timeout=0s",
                GROUP + "initial-backoff=-5s",
                GROUP + "max-delays=-2",
                GROUP + "max-delay=PT99999999999H",
                DEFAULTS + "base-delay=-1s",
                GROUP + "ceiling.timeout=-1s",
                GROUP + "floor.max-waiting=2h",
                GROUP + "ceiling.max-waiting=1h");

        assertThatThrownBy(() -> resolve(null, config))
                .isInstanceOfSatisfying(SqlStreamsException.class, e -> {
                    assertThat(e.code()).isEqualTo("SQL0010");
                    assertThat(e.recovery()).isEqualTo(Recovery.PERMANENT);
                })
                .hasMessageStartingWith("SQL0010: ")
                .hasMessageContainingAll(
                        GROUP + "concurrency is 0, but must be 1 or more",
                        GROUP + "max-retries is -1, but must be 0 or more",
                        GROUP + "exponent is 0.5, but must be a number from 1 up",
                        GROUP + "jitter is 1.1, but must be from 0 to 1",
                        GROUP + "timeout is 0s, but must be longer than 0s",
                        GROUP + "initial-backoff is -5s, but must be from 0s",
                        GROUP + "max-delays is -2, but must be 0 or more",
                        GROUP + "max-delay is 99999999999h0m0s, but must be from 0s to 3652425 days",
                        DEFAULTS + "base-delay is -1s, but must be from 0s",
                        GROUP + "ceiling.timeout is -1s, but must be longer than 0s",
                        GROUP + "ceiling.max-waiting is 1h0m0s, which is less than " + GROUP
                                + "floor.max-waiting, 2h0m0s");
    }

    @Test
    void everyImpossibleValueOfTheAnnotationIsNamedAtOnce() {
        AnnotationPolicy annotation = annotation()
                .maxRetries(-1)
                .timeout("soon")
                .maxWaiting("${gone}")
                .exponent(Double.POSITIVE_INFINITY)
                .floor(new AnnotationBounds(null, 3, null, null, "1m"))
                .ceiling(new AnnotationBounds(null, 2, null, null, null))
                .build();
        List<String> problems = new ArrayList<>();

        PolicyResolver.resolve(
                "payments.requested",
                "charge-cards",
                "com.acme.Cards#charge",
                annotation,
                Configs.of(),
                text -> {
                    if (text.contains("gone")) {
                        throw new NoSuchElementException("no value for gone");
                    }
                    return text;
                },
                problems);

        String method = " of com.acme.Cards#charge";
        assertThat(problems)
                .anySatisfy(problem -> assertThat(problem)
                        .isEqualTo(ANNOTATION + "maxRetries" + method + " is -1, but must be 0 or more"))
                .anySatisfy(problem ->
                        assertThat(problem).startsWith(ANNOTATION + "timeout" + method + " is 'soon', but must be a"))
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith(ANNOTATION + "maxWaiting" + method + " is '${gone}'")
                        .contains("no value for gone"))
                .anySatisfy(problem ->
                        assertThat(problem).startsWith(ANNOTATION + "exponent" + method + " is Infinity, but must be"))
                .anySatisfy(problem -> assertThat(problem)
                        .isEqualTo(ANNOTATION + "ceiling.maxDelays" + method + " is 2, which is less than " + ANNOTATION
                                + "floor.maxDelays" + method + ", 3"))
                .anySatisfy(problem -> assertThat(problem)
                        .isEqualTo(GROUP + "timeout is 30s unless set, which is less than " + ANNOTATION
                                + "floor.timeout" + method + ", 1m0s"))
                .hasSize(6);
    }

    @Test
    void impossibleNamesAreNamed() {
        assertThatThrownBy(() -> PolicyResolver.resolve("a b", "", null, Configs.of(), null))
                .hasMessageContainingAll(
                        "@Consume stream is 'a b', but must be " + Names.RULE,
                        "@Consume group is '', but must be " + Names.RULE);
    }

    @Test
    void whatIsOverriddenIsNotRead() {
        AnnotationPolicy annotation =
                annotation().timeout("soon").maxRetries(-1).build();
        GroupPolicy policy = resolve(annotation, Configs.of(GROUP + "timeout=1s", GROUP + "max-retries=1"));
        assertThat(policy.timeout()).hasSeconds(1);
    }

    @Test
    void theAnnotationAloneIsCheckedForWhatNoConfigurationCanMend() {
        AnnotationPolicy annotation = annotation()
                .maxRetries(-1)
                .timeout("${charge.timeout}")
                .floor(new AnnotationBounds(null, 3, null, null, "1h"))
                .build();
        List<String> problems = new ArrayList<>();

        PolicyResolver.resolve(
                "payments.requested", "charge-cards", "com.acme.Cards#charge", annotation, null, null, problems);

        assertThat(problems)
                .containsExactly(ANNOTATION + "maxRetries of com.acme.Cards#charge is -1, but must be 0 or more");
    }

    @Test
    void anUnlimitedGroupIsAboveEveryFloor() {
        SqlStreamsRuntimeConfig config = Configs.of(
                GROUP + "floor.max-delays=3", GROUP + "floor.max-waiting=1h", GROUP + "ceiling.max-delays=0");
        GroupPolicy policy = resolve(null, config);
        assertThat(policy.maxDelays(AskedPolicy.NONE)).isZero();
        assertThat(policy.maxDelays(Policies.asksDelays(1))).isEqualTo(3);
        assertThat(policy.maxWaiting(AskedPolicy.NONE)).isNull();
    }

    @Test
    void terminalOnIsTheUnion() {
        AnnotationPolicy annotation = annotation().terminalOn("com.acme.A").build();
        SqlStreamsRuntimeConfig config =
                Configs.of(GROUP + "terminal-on=com.acme.B,com.acme.C", DEFAULTS + "terminal-on=com.acme.D");

        assertThat(PolicyResolver.terminalOn("payments.requested", "charge-cards", annotation, config))
                .containsExactly("com.acme.A", "com.acme.B", "com.acme.C", "com.acme.D");
        assertThat(PolicyResolver.terminalOn("payments.requested", "other", null, config))
                .containsExactly("com.acme.D");
    }

    private static GroupPolicy resolve(AnnotationPolicy annotation, SqlStreamsRuntimeConfig config) {
        return PolicyResolver.resolve(
                "payments.requested", "charge-cards", annotation, config, UnaryOperator.identity());
    }

    private static Annotation annotation() {
        return new Annotation();
    }

    /** An annotation with some members written. */
    private static final class Annotation {

        private Integer maxRetries;
        private String timeout = "";
        private String maxWaiting;
        private Double exponent;
        private List<String> terminalOn;
        private AnnotationBounds floor;
        private AnnotationBounds ceiling;

        Annotation maxRetries(int value) {
            maxRetries = value;
            return this;
        }

        Annotation timeout(String value) {
            timeout = value;
            return this;
        }

        Annotation maxWaiting(String value) {
            maxWaiting = value;
            return this;
        }

        Annotation exponent(double value) {
            exponent = value;
            return this;
        }

        Annotation terminalOn(String... value) {
            terminalOn = List.of(value);
            return this;
        }

        Annotation floor(AnnotationBounds value) {
            floor = value;
            return this;
        }

        Annotation ceiling(AnnotationBounds value) {
            ceiling = value;
            return this;
        }

        AnnotationPolicy build() {
            return new AnnotationPolicy(
                    null,
                    maxRetries,
                    null,
                    null,
                    exponent,
                    null,
                    null,
                    null,
                    maxWaiting,
                    timeout,
                    terminalOn,
                    floor,
                    ceiling);
        }
    }
}
