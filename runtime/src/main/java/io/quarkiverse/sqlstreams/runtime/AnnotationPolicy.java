package io.quarkiverse.sqlstreams.runtime;

import io.quarkus.runtime.annotations.RecordableConstructor;
import java.util.List;

/**
 * The policy members of one {@code @Consume} annotation as written: null where unset, expressions not yet resolved.
 */
public final class AnnotationPolicy {

    private final Integer concurrency;
    private final Integer maxRetries;
    private final String initialBackoff;
    private final String baseDelay;
    private final Double exponent;
    private final String maxDelay;
    private final Double jitter;
    private final Integer maxDelays;
    private final String maxWaiting;
    private final String timeout;
    private final List<String> terminalOn;
    private final AnnotationBounds floor;
    private final AnnotationBounds ceiling;

    @RecordableConstructor
    public AnnotationPolicy(
            Integer concurrency,
            Integer maxRetries,
            String initialBackoff,
            String baseDelay,
            Double exponent,
            String maxDelay,
            Double jitter,
            Integer maxDelays,
            String maxWaiting,
            String timeout,
            List<String> terminalOn,
            AnnotationBounds floor,
            AnnotationBounds ceiling) {
        this.concurrency = concurrency;
        this.maxRetries = maxRetries;
        this.initialBackoff = initialBackoff;
        this.baseDelay = baseDelay;
        this.exponent = exponent;
        this.maxDelay = maxDelay;
        this.jitter = jitter;
        this.maxDelays = maxDelays;
        this.maxWaiting = maxWaiting;
        this.timeout = timeout;
        this.terminalOn = terminalOn;
        this.floor = floor;
        this.ceiling = ceiling;
    }

    public Integer getConcurrency() {
        return concurrency;
    }

    public Integer getMaxRetries() {
        return maxRetries;
    }

    public String getInitialBackoff() {
        return initialBackoff;
    }

    public String getBaseDelay() {
        return baseDelay;
    }

    public Double getExponent() {
        return exponent;
    }

    public String getMaxDelay() {
        return maxDelay;
    }

    public Double getJitter() {
        return jitter;
    }

    public Integer getMaxDelays() {
        return maxDelays;
    }

    public String getMaxWaiting() {
        return maxWaiting;
    }

    public String getTimeout() {
        return timeout;
    }

    public List<String> getTerminalOn() {
        return terminalOn;
    }

    public AnnotationBounds getFloor() {
        return floor;
    }

    public AnnotationBounds getCeiling() {
        return ceiling;
    }
}
