package io.quarkiverse.sqlstreams.runtime.store;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.postgresql.PGConnection;

/** One producer's connection, taken through its transaction step by step. */
final class SteppedProducer {

    private final Connection connection;
    private final String log;

    SteppedProducer(Connection connection, Schema schema, StreamInfo stream) {
        this.connection = connection;
        this.log = schema.family("message_log", stream.id());
    }

    SteppedProducer(TestDatabase database, StreamInfo stream) throws SQLException {
        this(database.connect(), database.schema(), stream);
    }

    void begin() throws SQLException {
        connection.setAutoCommit(false);
    }

    /** Owns a transaction id from here on, without having drawn a message id. */
    void drawTransactionId() throws SQLException {
        TestDatabase.numbers(connection, "SELECT pg_current_xact_id()::text");
    }

    /** Inserts one message, in the open transaction or in one of its own. */
    long insert() throws SQLException {
        return TestDatabase.number(connection, "INSERT INTO " + log + " (payload) VALUES ('{}') RETURNING id");
    }

    /** Inserts one message by COPY, the way a loader would. */
    long copy() throws SQLException, IOException {
        connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + log + " (payload) FROM STDIN", new StringReader("{}\n"));
        return TestDatabase.number(connection, "SELECT lastval()");
    }

    Savepoint savepoint() throws SQLException {
        return connection.setSavepoint();
    }

    void rollbackTo(Savepoint savepoint) throws SQLException {
        connection.rollback(savepoint);
    }

    void release(Savepoint savepoint) throws SQLException {
        connection.releaseSavepoint(savepoint);
    }

    void commit() throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    void rollback() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
    }

    /** Leaves the transaction to the server, to be ended from any connection. */
    void prepare(String name) throws SQLException {
        TestDatabase.execute(connection, "PREPARE TRANSACTION '" + name + "'");
        connection.rollback();
        connection.setAutoCommit(true);
    }

    void commitPrepared(String name) throws SQLException {
        TestDatabase.execute(connection, "COMMIT PREPARED '" + name + "'");
    }

    void rollbackPrepared(String name) throws SQLException {
        TestDatabase.execute(connection, "ROLLBACK PREPARED '" + name + "'");
    }
}
