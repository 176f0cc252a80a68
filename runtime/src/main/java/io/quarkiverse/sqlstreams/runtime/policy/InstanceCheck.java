package io.quarkiverse.sqlstreams.runtime.policy;

import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.StreamConfig;
import io.quarkus.runtime.configuration.MemorySize;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Says what is impossible about the properties that hold for all groups of an instance. */
final class InstanceCheck {

    private static final String PREFIX = "quarkus.sqlstreams.";
    private static final Duration SHORTEST = Duration.ofNanos(1);

    private final SqlStreamsRuntimeConfig config;
    private final List<String> problems;

    InstanceCheck(SqlStreamsRuntimeConfig config, List<String> problems) {
        this.config = config;
        this.problems = problems;
    }

    void check() {
        atLeast(PREFIX + "poll-interval", config.pollInterval(), SHORTEST, "longer than 0s");
        atLeast(PREFIX + "lease", config.lease(), Duration.ofSeconds(1), "1s or longer");
        atLeast(PREFIX + "settle-after", config.settleAfter(), Duration.ZERO, "0s or longer");
        atLeast(PREFIX + "range-size", config.rangeSize(), 1);
        if (config.maxInFlight() < config.rangeSize()) {
            problems.add(PREFIX + "max-in-flight is " + config.maxInFlight() + ", but must be at least " + PREFIX
                    + "range-size, " + config.rangeSize());
        }
        atLeastOneByte(PREFIX + "range-bytes", config.rangeBytes());
        atLeast(PREFIX + "max-range-reclaims", config.maxRangeReclaims(), 1);
        atLeast(PREFIX + "timeout-grace", config.timeoutGrace(), Duration.ZERO, "0s or longer");
        atLeast(PREFIX + "shutdown-timeout", config.shutdownTimeout(), Duration.ZERO, "0s or longer");
        atLeast(PREFIX + "statement-timeout", config.statementTimeout(), SHORTEST, "longer than 0s");
        atLeastOneByte(PREFIX + "max-payload-size", config.maxPayloadSize());
        atLeast(PREFIX + "schema.partition-size", config.schema().partitionSize(), 1);
        defaults();
        config.streams().forEach(this::stream);
    }

    private void defaults() {
        PolicySources sources = new PolicySources("", "", null, null, problems);
        new PolicyLookup(sources, null, null, config.defaults(), problems).find();
    }

    private void stream(String name, StreamConfig stream) {
        String key = PolicySources.streamKey(name);
        if (!Names.isValid(name)) {
            problems.add(key + " names no possible stream: " + Names.RULE);
        }
        stream.retention().ifPresent(value -> atLeast(key + ".retention", value, SHORTEST, "longer than 0s"));
        stream.deadRetention().ifPresent(value -> atLeast(key + ".dead-retention", value, SHORTEST, "longer than 0s"));
        for (Map.Entry<String, ?> group : stream.groups().entrySet()) {
            if (!Names.isValid(group.getKey())) {
                problems.add(PolicySources.groupKey(name, group.getKey()) + " names no possible group: " + Names.RULE);
            }
        }
    }

    private void atLeast(String name, Duration value, Duration least, String rule) {
        if (value.compareTo(least) < 0) {
            problems.add(name + " is " + DurationText.of(value) + ", but must be " + rule);
        } else if (value.compareTo(Settlement.LONGEST_WAIT) > 0) {
            problems.add(name + " is " + DurationText.of(value) + ", but must be at most "
                    + Settlement.LONGEST_WAIT.toDays() + " days");
        }
    }

    private void atLeast(String name, long value, long least) {
        if (value < least) {
            problems.add(name + " is " + value + ", but must be " + least + " or more");
        }
    }

    private void atLeastOneByte(String name, MemorySize value) {
        if (value.asBigInteger().compareTo(BigInteger.ONE) < 0) {
            problems.add(name + " is " + value.asBigInteger() + ", but must be 1 or more");
        }
    }
}
