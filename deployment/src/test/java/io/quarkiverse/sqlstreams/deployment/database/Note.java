package io.quarkiverse.sqlstreams.deployment.database;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A table of the application's own, in the schema of the streams. */
@Entity
@Table(schema = "sqlstreams", name = "note")
public class Note {

    @Id
    Long id;

    String text;
}
