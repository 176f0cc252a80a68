package io.quarkiverse.sqlstreams.runtime.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;

/** Rows on their way into a statement: one array a column. */
final class Columns {

    private final Connection connection;
    private final Object[][] columns;
    private int size;

    Columns(Connection connection, int rows, int columns) {
        this.connection = connection;
        this.columns = new Object[columns][rows];
    }

    void add(Object... row) {
        for (int i = 0; i < columns.length; i++) {
            columns[i][size] = row[i];
        }
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Binds the arrays from a parameter on; the number of the parameter that follows them. */
    int bind(PreparedStatement statement, int first, String... types) throws SQLException {
        for (int i = 0; i < types.length; i++) {
            statement.setArray(first + i, connection.createArrayOf(types[i], Arrays.copyOf(columns[i], size)));
        }
        return first + types.length;
    }
}
