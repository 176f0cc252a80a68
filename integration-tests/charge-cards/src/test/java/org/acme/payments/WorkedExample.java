package org.acme.payments;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** The messages and the two queries of the worked example. The queries are run as they are documented. */
@Singleton
class WorkedExample {

    static final String STREAM = "payments.requested";
    static final String GROUP = "charge-cards";

    static final String DELAYED = read("delayed.sql");
    static final String RUNS_OF_44 = read("runs.sql");

    @Inject
    PaymentResource payments;

    @Inject
    DataSource dataSource;

    /** Requests good payments until the next one is message 41. */
    void requestTheFirstForty() {
        List<PaymentRequested> first = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            first.add(new PaymentRequested("p-" + i, CardGateway.GOOD, 1999));
        }
        payments.request(first);
    }

    long request(int number, String card) {
        return payments.request(new PaymentRequested("p-" + number, card, 1999)).id();
    }

    /** The rows of a query, each by the names of its columns. */
    List<Map<String, String>> query(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<Map<String, String>> rows = new ArrayList<>();
            while (result.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(columns.getColumnLabel(i), result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private static String read(String file) {
        try (InputStream in = WorkedExample.class.getResourceAsStream("/worked-example/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
