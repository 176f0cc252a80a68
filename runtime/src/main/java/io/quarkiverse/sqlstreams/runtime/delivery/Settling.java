package io.quarkiverse.sqlstreams.runtime.delivery;

import java.util.List;

/**
 * What one transaction writes for a range. It is kept as it is until it is known to have been written: a second try after
 * an answer that was lost must find what the first one wrote.
 */
final class Settling {

    private final RangeWork range;
    private final boolean whole;
    private final long low;
    private final List<Run> ended;
    private final List<Run> leaving;
    private final boolean release;
    private boolean uncertain;

    /**
     * @param whole whether the range ends with it
     * @param low the last id that is settled
     * @param ended runs whose outcomes are written
     * @param leaving runs that go on under rows of their own
     * @param release whether the rest of the range is handed back
     */
    Settling(RangeWork range, boolean whole, long low, List<Run> ended, List<Run> leaving, boolean release) {
        this.range = range;
        this.whole = whole;
        this.low = low;
        this.ended = ended;
        this.leaving = leaving;
        this.release = release;
    }

    static Settling whole(RangeWork range, long high, List<Run> ended) {
        return new Settling(range, true, high, ended, List.of(), false);
    }

    /** Nothing has been started since the last settling: there is nothing to write. */
    static Settling release(RangeWork range) {
        return new Settling(range, false, Long.MIN_VALUE, List.of(), List.of(), true);
    }

    RangeWork range() {
        return range;
    }

    boolean isWhole() {
        return whole;
    }

    long low() {
        return low;
    }

    List<Run> ended() {
        return ended;
    }

    List<Run> leaving() {
        return leaving;
    }

    boolean isRelease() {
        return release;
    }

    /** The transaction may have been committed although it seemed to fail. */
    void uncertain() {
        uncertain = true;
    }

    boolean isUncertain() {
        return uncertain;
    }
}
