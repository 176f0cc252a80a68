package io.quarkiverse.sqlstreams.runtime.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;

/** How Java values travel into SQL and back. */
final class Sql {

    private static final Duration LONGEST = Duration.ofDays(3_660_000);

    private Sql() {}

    /** A duration as the text of an {@code interval}, cut to what PostgreSQL can add to a date; null for null. */
    static String interval(Duration duration) {
        Long micros = micros(duration);
        return micros == null ? null : micros + " microseconds";
    }

    /** A duration in microseconds, cut to what PostgreSQL can add to a date; null for null. */
    static Long micros(Duration duration) {
        if (duration == null) {
            return null;
        }
        Duration clamped = duration;
        if (duration.compareTo(LONGEST) > 0) {
            clamped = LONGEST;
        } else if (duration.compareTo(LONGEST.negated()) < 0) {
            clamped = LONGEST.negated();
        }
        return clamped.getSeconds() * 1_000_000L + clamped.getNano() / 1_000;
    }

    /** The duration of a column selected as {@code extract(epoch from …) * 1000000}; null for null. */
    static Duration duration(Number micros) {
        return micros == null ? null : Duration.of(micros.longValue(), ChronoUnit.MICROS);
    }

    static Array bigints(Connection connection, Collection<Long> values) throws SQLException {
        return connection.createArrayOf("bigint", values.toArray(new Long[0]));
    }

    /** A script beside this class. */
    static String script(String name) {
        try (InputStream in = Sql.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
