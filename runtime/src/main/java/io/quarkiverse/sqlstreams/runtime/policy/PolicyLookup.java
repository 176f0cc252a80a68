package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.runtime.AnnotationBounds;
import io.quarkiverse.sqlstreams.runtime.AnnotationPolicy;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.BoundsConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.GroupConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.PolicyConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.StreamConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;

/** Finds each value of one group's policy, and says what is impossible about it. */
final class PolicyLookup {

    private static final AnnotationPolicy NO_ANNOTATION =
            new AnnotationPolicy(null, null, null, null, null, null, null, null, null, null, null, null, null);
    private static final AnnotationBounds NO_BOUNDS = new AnnotationBounds(null, null, null, null, null);
    private static final Predicate<Duration> NOT_NEGATIVE =
            value -> !value.isNegative() && value.compareTo(Settlement.LONGEST_WAIT) <= 0;
    private static final Predicate<Duration> POSITIVE = NOT_NEGATIVE.and(value -> !value.isZero());
    private static final String NOT_NEGATIVE_RULE = "from 0s to " + Settlement.LONGEST_WAIT.toDays() + " days";
    private static final String POSITIVE_RULE =
            "longer than 0s, and at most " + Settlement.LONGEST_WAIT.toDays() + " days";

    private final PolicySources sources;
    private final GroupConfig configured;
    private final AnnotationPolicy annotated;
    private final PolicyConfig defaults;
    private final List<String> problems;

    PolicyLookup(
            PolicySources sources,
            GroupConfig configured,
            AnnotationPolicy annotated,
            PolicyConfig defaults,
            List<String> problems) {
        this.sources = sources;
        this.configured = configured;
        this.annotated = annotated == null ? NO_ANNOTATION : annotated;
        this.defaults = defaults;
        this.problems = problems;
    }

    static GroupConfig configured(SqlStreamsRuntimeConfig config, String stream, String group) {
        StreamConfig found = config == null ? null : config.streams().get(stream);
        return found == null ? null : found.groups().get(group);
    }

    GroupPolicy find() {
        GroupPolicy builtIn = GroupPolicy.DEFAULT;
        Found<Integer> maxRetries =
                integer("max-retries", PolicyConfig::maxRetries, annotated.getMaxRetries(), builtIn.maxRetries(), 0);
        Found<Integer> maxDelays = integer("max-delays", PolicyConfig::maxDelays, annotated.getMaxDelays(), 0, 0);
        Found<Duration> maxWaiting =
                duration("max-waiting", PolicyConfig::maxWaiting, annotated.getMaxWaiting(), null, false);
        Found<Duration> initialBackoff = duration(
                "initial-backoff",
                PolicyConfig::initialBackoff,
                annotated.getInitialBackoff(),
                builtIn.initialBackoff(),
                false);
        Found<Duration> timeout =
                duration("timeout", PolicyConfig::timeout, annotated.getTimeout(), builtIn.timeout(), true);

        FoundBounds floor = bounds("floor", configured == null ? null : configured.floor(), annotated.getFloor());
        FoundBounds ceiling =
                bounds("ceiling", configured == null ? null : configured.ceiling(), annotated.getCeiling());
        ordered(maxRetries, floor.maxRetries, ceiling.maxRetries, value -> false);
        ordered(maxDelays, floor.maxDelays, ceiling.maxDelays, value -> value == 0);
        ordered(maxWaiting, floor.maxWaiting, ceiling.maxWaiting, Duration::isZero);
        ordered(initialBackoff, floor.initialBackoff, ceiling.initialBackoff, value -> false);
        ordered(timeout, floor.timeout, ceiling.timeout, value -> false);

        Duration waiting = maxWaiting.value();
        return new GroupPolicy(
                integer("concurrency", PolicyConfig::concurrency, annotated.getConcurrency(), builtIn.concurrency(), 1)
                        .value(),
                maxRetries.value(),
                initialBackoff.value(),
                duration("base-delay", PolicyConfig::baseDelay, annotated.getBaseDelay(), builtIn.baseDelay(), false)
                        .value(),
                number("exponent", PolicyConfig::exponent, annotated.getExponent(), builtIn.exponent())
                        .check(
                                value -> value >= 1 && value < Double.POSITIVE_INFINITY,
                                "a number from 1 up",
                                builtIn.exponent(),
                                problems)
                        .value(),
                duration("max-delay", PolicyConfig::maxDelay, annotated.getMaxDelay(), builtIn.maxDelay(), false)
                        .value(),
                number("jitter", PolicyConfig::jitter, annotated.getJitter(), builtIn.jitter())
                        .check(value -> value >= 0 && value <= 1, "from 0 to 1", builtIn.jitter(), problems)
                        .value(),
                maxDelays.value(),
                waiting == null || waiting.isZero() ? null : waiting,
                timeout.value(),
                floor.values(),
                ceiling.values());
    }

    private Found<Integer> integer(
            String name, Function<PolicyConfig, OptionalInt> read, Integer annotation, int builtIn, int least) {
        return sources.integer(
                        name,
                        configured == null ? OptionalInt.empty() : read.apply(configured),
                        annotation,
                        defaults == null ? OptionalInt.empty() : read.apply(defaults),
                        builtIn)
                .check(value -> value >= least, least + " or more", builtIn, problems);
    }

    private Found<Double> number(
            String name, Function<PolicyConfig, OptionalDouble> read, Double annotation, double builtIn) {
        return sources.number(
                name,
                configured == null ? OptionalDouble.empty() : read.apply(configured),
                annotation,
                defaults == null ? OptionalDouble.empty() : read.apply(defaults),
                builtIn);
    }

    private Found<Duration> duration(
            String name,
            Function<PolicyConfig, Optional<Duration>> read,
            String annotation,
            Duration builtIn,
            boolean positive) {
        return checked(
                sources.duration(
                        name,
                        configured == null ? Optional.empty() : read.apply(configured),
                        annotation,
                        defaults == null ? Optional.empty() : read.apply(defaults),
                        builtIn),
                positive,
                builtIn);
    }

    private Found<Duration> checked(Found<Duration> found, boolean positive, Duration fallback) {
        return positive
                ? found.check(POSITIVE, POSITIVE_RULE, fallback, problems)
                : found.check(NOT_NEGATIVE, NOT_NEGATIVE_RULE, fallback, problems);
    }

    private FoundBounds bounds(String kind, BoundsConfig config, AnnotationBounds annotation) {
        AnnotationBounds written = annotation == null ? NO_BOUNDS : annotation;
        return new FoundBounds(
                bound(kind + ".max-retries", config, BoundsConfig::maxRetries, written.getMaxRetries()),
                bound(kind + ".max-delays", config, BoundsConfig::maxDelays, written.getMaxDelays()),
                bound(kind + ".max-waiting", config, BoundsConfig::maxWaiting, written.getMaxWaiting(), false),
                bound(
                        kind + ".initial-backoff",
                        config,
                        BoundsConfig::initialBackoff,
                        written.getInitialBackoff(),
                        false),
                bound(kind + ".timeout", config, BoundsConfig::timeout, written.getTimeout(), true));
    }

    private Found<Integer> bound(
            String name, BoundsConfig config, Function<BoundsConfig, OptionalInt> read, Integer annotation) {
        OptionalInt value = config == null ? OptionalInt.empty() : read.apply(config);
        return sources.integer(name, value, annotation, OptionalInt.empty(), null)
                .check(bound -> bound >= 0, "0 or more", null, problems);
    }

    private Found<Duration> bound(
            String name,
            BoundsConfig config,
            Function<BoundsConfig, Optional<Duration>> read,
            String annotation,
            boolean positive) {
        Optional<Duration> value = config == null ? Optional.empty() : read.apply(config);
        return checked(sources.duration(name, value, annotation, Optional.empty(), null), positive, null);
    }

    private <T extends Comparable<T>> void ordered(
            Found<T> own, Found<T> floor, Found<T> ceiling, Predicate<T> unlimited) {
        if (floor.value() == null) {
            return;
        }
        below(own, floor, unlimited);
        below(ceiling, floor, unlimited);
    }

    private <T extends Comparable<T>> void below(Found<T> upper, Found<T> floor, Predicate<T> unlimited) {
        // Without a configuration, what nobody wrote here may still be configured.
        if (upper.value() == null || upper.builtIn() && defaults == null || unlimited.test(upper.value())) {
            return;
        }
        if (upper.value().compareTo(floor.value()) < 0) {
            problems.add(upper.where() + " is " + upper.text() + (upper.builtIn() ? " unless set" : "")
                    + ", which is less than " + floor.where() + ", " + floor.text());
        }
    }

    private record FoundBounds(
            Found<Integer> maxRetries,
            Found<Integer> maxDelays,
            Found<Duration> maxWaiting,
            Found<Duration> initialBackoff,
            Found<Duration> timeout) {

        Bounds values() {
            return new Bounds(
                    maxRetries.value(), maxDelays.value(), maxWaiting.value(), initialBackoff.value(), timeout.value());
        }
    }
}
