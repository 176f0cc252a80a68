package io.quarkiverse.sqlstreams.runtime.produce;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.SqlStreamsException;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Why messages were not stored. Nothing in it quotes a message. */
final class StoreFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private static final String CHECK_VIOLATION = "23514";
    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNDEFINED_SCHEMA = "3F000";

    enum Kind {
        /** The COMMIT has no answer: stored or not. */
        UNKNOWN,
        /** The stream has no tables. */
        NOT_FOUND,
        /** The database cannot read what one of the messages holds. */
        REFUSED,
        /** The log has no partition for the ids drawn. */
        NO_PARTITION,
        /** The connection broke before the COMMIT. */
        CONNECTION_LOST,
        /** Nothing that concerns these messages: any other would have failed as well. */
        UNAVAILABLE,
        /** Any of the messages may be what it failed for. */
        FAILED
    }

    private final Kind kind;
    private final SQLException safe;

    private StoreFailure(Kind kind, SQLException safe) {
        super(null, null, false, false);
        this.kind = kind;
        this.safe = safe;
    }

    /** The messages were not stored. */
    static StoreFailure notStored(SQLException failure) {
        return new StoreFailure(kind(failure), safe(failure));
    }

    /** No connection was to be had. */
    static StoreFailure noConnection(SQLException failure) {
        return new StoreFailure(Kind.UNAVAILABLE, safe(failure));
    }

    /** The COMMIT failed, which does not always mean that it has not happened. */
    static StoreFailure atCommit(SQLException failure) {
        String state = failure.getSQLState();
        boolean isUnknown = state == null || state.startsWith("08") || state.startsWith("57P");
        return new StoreFailure(isUnknown ? Kind.UNKNOWN : kind(failure), safe(failure));
    }

    /** Something that should not happen. */
    static StoreFailure unexpected(Throwable failure) {
        return new StoreFailure(Kind.FAILED, new SQLException(failure.getClass().getName()));
    }

    Kind kind() {
        return kind;
    }

    /** What the caller gets; each caller its own. */
    SqlStreamsException toException(String stream) {
        return switch (kind) {
            case UNKNOWN -> Errors.transientError(LOG.unknownWhetherStored(stream), safe);
            case NOT_FOUND -> Errors.permanent(LOG.streamNotFound(stream));
            case REFUSED -> Errors.permanent(LOG.refusedByDatabase(stream, safe.getSQLState()));
            case NO_PARTITION -> Errors.transientError(LOG.noPartition(stream), safe);
            default -> Errors.transientError(LOG.couldNotStore(stream), safe);
        };
    }

    private static Kind kind(SQLException failure) {
        String state = failure.getSQLState();
        if (state == null) {
            return Kind.UNAVAILABLE;
        }
        if (state.equals(CHECK_VIOLATION) && constraint(failure) == null) {
            return Kind.NO_PARTITION;
        }
        if (state.equals(UNDEFINED_TABLE) || state.equals(UNDEFINED_SCHEMA)) {
            return Kind.NOT_FOUND;
        }
        return switch (state) {
            // Bytes or JSON that the server's encoding or parser does not take.
            case "22021", "22P02", "22P05", "54000", "54001" -> Kind.REFUSED;
            case "57P01", "57P02", "57P03" -> Kind.CONNECTION_LOST;
            default ->
                switch (state.substring(0, 2)) {
                    case "08" -> Kind.CONNECTION_LOST;
                    case "25", "28", "3D", "3F", "42", "53", "55", "57", "58" -> Kind.UNAVAILABLE;
                    default -> Kind.FAILED;
                };
        };
    }

    private static String constraint(SQLException failure) {
        ServerErrorMessage message = serverMessage(failure);
        return message == null ? null : message.getConstraint();
    }

    /**
     * The state, the place, and where it is certain to quote no value the message: a detail of the server's may hold the
     * whole row, and the message of a trigger anything.
     */
    private static SQLException safe(SQLException failure) {
        String state = failure.getSQLState();
        ServerErrorMessage server = serverMessage(failure);
        String text = server == null ? failure.getMessage() : server.getMessage();
        boolean isSafe = state == null
                || switch (state.substring(0, 2)) {
                    case "08", "25", "28", "3D", "3F", "40", "42", "53", "55", "57", "58" -> true;
                    case "23" -> server != null && server.getConstraint() != null || state.equals(CHECK_VIOLATION);
                    default -> false;
                };
        SQLException safe = new SQLException(isSafe ? text : "SQLState " + state, state);
        safe.setStackTrace(failure.getStackTrace());
        return safe;
    }

    private static ServerErrorMessage serverMessage(SQLException failure) {
        return failure instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    }
}
