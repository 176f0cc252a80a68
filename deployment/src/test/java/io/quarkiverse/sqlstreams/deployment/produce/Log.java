package io.quarkiverse.sqlstreams.deployment.produce;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks at the message logs with plain SQL. {@code $log} in a statement is the log of the named stream. */
final class Log {

    private final DataSource dataSource;

    Log(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The first column of every row, as text. */
    List<String> column(String stream, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return column(connection, named(connection, stream, sql));
        }
    }

    String value(String stream, String sql) throws SQLException {
        return column(stream, sql).get(0);
    }

    long count(String stream) throws SQLException {
        return Long.parseLong(value(stream, "SELECT count(*) FROM $log"));
    }

    void execute(String stream, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(named(connection, stream, sql));
        }
    }

    static String named(Connection connection, String stream, String sql) throws SQLException {
        String id = column(connection, "SELECT id FROM sqlstreams.stream_config WHERE name = '" + stream + "'")
                .get(0);
        return sql.replace("$log", "sqlstreams.message_log_" + id);
    }

    private static List<String> column(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }
}
