package io.quarkiverse.sqlstreams.runtime;

import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** SQL Streams */
@ConfigMapping(prefix = "quarkus.sqlstreams")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface SqlStreamsRuntimeConfig {

    /**
     * The schema.
     */
    Schema schema();

    /**
     * How often an idle group looks for work.
     */
    @WithDefault("1s")
    Duration pollInterval();

    /**
     * How long a claim holds without being renewed. A message whose process died is delivered again after this long; a
     * living process renews its claims three times as often.
     */
    @WithDefault("30s")
    Duration lease();

    /**
     * How long an outcome other than success waits for the other messages of its range before it is recorded without
     * them.
     */
    @WithDefault("1s")
    Duration settleAfter();

    /**
     * The most messages that one claim takes.
     */
    @WithDefault("100")
    int rangeSize();

    /**
     * The most messages that one group of one instance holds claimed at the same time.
     */
    @WithDefault("1000")
    int maxInFlight();

    /**
     * The most payload that one claim takes, as stored. A single larger message is still claimed, alone.
     */
    @WithDefault("16M")
    MemorySize rangeBytes();

    /**
     * How often the claim of a range may expire before the first message of it that has not succeeded is taken out and
     * counted as the one that ends the process.
     */
    @WithDefault("3")
    int maxRangeReclaims();

    /**
     * How long a run that was cancelled at its timeout may take to return before it is recorded without it.
     */
    @WithDefault("5s")
    Duration timeoutGrace();

    /**
     * How long running handlers may go on when the application stops.
     */
    @WithDefault("20s")
    Duration shutdownTimeout();

    /**
     * How long one statement of the extension's own may take.
     */
    @WithDefault("10s")
    Duration statementTimeout();

    /**
     * The largest payload a message may have, as JSON in UTF-8.
     */
    @WithDefault("16M")
    MemorySize maxPayloadSize();

    /**
     * The policy of every group that sets nothing else, on its annotation or under its own name.
     */
    PolicyConfig defaults();

    /**
     * The streams, by name.
     */
    @ConfigDocMapKey("stream")
    Map<String, StreamConfig> streams();

    /** The schema. */
    interface Schema {

        /**
         * What happens to the schema at start: {@code always} creates and migrates it, {@code validate} fails the start
         * if it is not at this version or a declared stream has no tables, {@code never} fails it only for a declared
         * stream without tables.
         */
        @WithDefault("always")
        SchemaMigrate migrate();

        /**
         * How many message ids one partition of a log holds. It takes effect for partitions created from then on.
         */
        @WithDefault("1000000")
        long partitionSize();

        /**
         * Whether the SQL of the schema, with the tables of the declared streams, is written to the log at start, for those
         * who apply it by hand.
         */
        @WithDefault("false")
        boolean print();
    }

    /** One stream. */
    interface StreamConfig {

        /**
         * Which runs are written to the stream's delivery log: none ({@code off}), all but successes
         * ({@code failures}), or {@code all}.
         */
        @WithDefault("failures")
        LogMode log();

        /**
         * How long a message is kept; for ever unless set.
         */
        Optional<Duration> retention();

        /**
         * How long a dead letter is kept; until it is discarded unless set.
         */
        Optional<Duration> deadRetention();

        /**
         * The stream's consumer groups, by name.
         */
        @ConfigDocMapKey("group")
        Map<String, GroupConfig> groups();
    }

    /** One consumer group. */
    interface GroupConfig extends PolicyConfig {

        /**
         * Whether this instance consumes for the group.
         */
        @WithDefault("true")
        boolean enabled();

        /**
         * The least a message may ask of the group's policy.
         */
        BoundsConfig floor();

        /**
         * The most a message may ask of the group's policy.
         */
        BoundsConfig ceiling();
    }

    /** What a group does with failures and delays. */
    interface PolicyConfig {

        /**
         * How many messages one instance runs at the same time; 8 unless set.
         */
        OptionalInt concurrency();

        /**
         * How many times a failed message is run again; 3 unless set, 0 makes the first failure final.
         */
        OptionalInt maxRetries();

        /**
         * The wait after the first failure; 5 s unless set.
         */
        Optional<Duration> initialBackoff();

        /**
         * The wait after the second failure, from which the curve grows; 1 s unless set.
         */
        Optional<Duration> baseDelay();

        /**
         * The factor by which the wait grows from the second failure on; 2 unless set.
         */
        OptionalDouble exponent();

        /**
         * The longest wait between two failures; 5 min unless set.
         */
        Optional<Duration> maxDelay();

        /**
         * The share by which a wait is spread at random, from 0 (exact) to 1; 0.1 unless set.
         */
        OptionalDouble jitter();

        /**
         * How many delays a message may ask for before it is dead; any number unless set, or if 0.
         */
        OptionalInt maxDelays();

        /**
         * How long after its first delay a message may still ask for another; unlimited unless set.
         */
        Optional<Duration> maxWaiting();

        /**
         * How long one run may take before it is cancelled and recorded as a failure; 30 s unless set.
         */
        Optional<Duration> timeout();

        /**
         * Class names of exceptions that make the message dead at once, wherever they stand in the cause chain.
         */
        Optional<List<String>> terminalOn();
    }

    /** Bounds for what a message asks. */
    interface BoundsConfig {

        /**
         * Bounds the retries.
         */
        OptionalInt maxRetries();

        /**
         * Bounds the delays; a ceiling bounds "any number" too.
         */
        OptionalInt maxDelays();

        /**
         * Bounds the waiting time; a ceiling bounds "unlimited" too.
         */
        Optional<Duration> maxWaiting();

        /**
         * Bounds the wait after the first failure.
         */
        Optional<Duration> initialBackoff();

        /**
         * Bounds the time of one run.
         */
        Optional<Duration> timeout();
    }
}
