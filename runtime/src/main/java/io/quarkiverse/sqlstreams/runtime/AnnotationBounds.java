package io.quarkiverse.sqlstreams.runtime;

import io.quarkus.runtime.annotations.RecordableConstructor;

/** The members of one {@code @PolicyBounds} annotation as written: null where unset, expressions not yet resolved. */
public final class AnnotationBounds {

    private final Integer maxRetries;
    private final Integer maxDelays;
    private final String maxWaiting;
    private final String initialBackoff;
    private final String timeout;

    @RecordableConstructor
    public AnnotationBounds(
            Integer maxRetries, Integer maxDelays, String maxWaiting, String initialBackoff, String timeout) {
        this.maxRetries = maxRetries;
        this.maxDelays = maxDelays;
        this.maxWaiting = maxWaiting;
        this.initialBackoff = initialBackoff;
        this.timeout = timeout;
    }

    public Integer getMaxRetries() {
        return maxRetries;
    }

    public Integer getMaxDelays() {
        return maxDelays;
    }

    public String getMaxWaiting() {
        return maxWaiting;
    }

    public String getInitialBackoff() {
        return initialBackoff;
    }

    public String getTimeout() {
        return timeout;
    }
}
