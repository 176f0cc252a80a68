package org.acme.payments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of a query as aligned lines of text. */
final class TextTable {

    private final List<String> columns;
    private final List<List<String>> lines = new ArrayList<>();

    private TextTable(List<Map<String, String>> rows) {
        columns = List.copyOf(rows.get(0).keySet());
        lines.add(columns);
        for (Map<String, String> row : rows) {
            lines.add(columns.stream()
                    .map(column -> String.valueOf(row.get(column)))
                    .toList());
        }
        lines.add(1, columns.stream().map(column -> "-".repeat(width(column))).toList());
    }

    static List<String> of(List<Map<String, String>> rows) {
        return rows.isEmpty() ? List.of("(no rows)") : new TextTable(rows).text();
    }

    private List<String> text() {
        return lines.stream().map(this::text).toList();
    }

    private String text(List<String> values) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            text.append(value).append(" ".repeat(width(columns.get(i)) - value.length() + 2));
        }
        return text.toString().stripTrailing();
    }

    private int width(String column) {
        int index = columns.indexOf(column);
        return lines.stream().mapToInt(line -> line.get(index).length()).max().orElse(0);
    }
}
