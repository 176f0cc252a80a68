package io.quarkiverse.sqlstreams.entity;

import io.quarkus.hibernate.orm.panache.PanacheRepository;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The declared consumer groups. */
@Singleton
public class ConsumerGroupConfigRepository implements PanacheRepository<ConsumerGroupConfig> {

    /** The group of this name. */
    public Optional<ConsumerGroupConfig> findByName(long streamId, String name) {
        return find("streamId = ?1 and name = ?2", streamId, name).firstResultOptional();
    }
}
