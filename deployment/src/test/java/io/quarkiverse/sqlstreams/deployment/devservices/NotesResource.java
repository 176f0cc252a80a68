package io.quarkiverse.sqlstreams.deployment.devservices;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

@Path("/notes")
public class NotesResource {

    @Inject
    AgroalDataSource dataSource;

    @GET
    public String add() throws SQLException {
        query("CREATE TABLE IF NOT EXISTS notes (id int); INSERT INTO notes VALUES (1)");
        return "first: " + query("SELECT count(*) FROM notes");
    }

    @GET
    @Path("/server")
    public String server() throws SQLException {
        return query("SELECT pg_postmaster_start_time()");
    }

    private String query(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return null;
            }
            ResultSet result = statement.getResultSet();
            result.next();
            return result.getString(1);
        }
    }
}
