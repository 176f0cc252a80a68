package io.quarkiverse.sqlstreams.entity;

import io.quarkus.hibernate.orm.panache.PanacheRepository;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The declared streams. */
@Singleton
public class StreamConfigRepository implements PanacheRepository<StreamConfig> {

    /** The stream of this name. */
    public Optional<StreamConfig> findByName(String name) {
        return find("name = ?1", name).firstResultOptional();
    }
}
