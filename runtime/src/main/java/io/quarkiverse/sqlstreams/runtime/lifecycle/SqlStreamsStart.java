package io.quarkiverse.sqlstreams.runtime.lifecycle;

import static io.quarkiverse.sqlstreams.runtime.i18n.SqlStreamsMessages.LOG;

import io.quarkiverse.sqlstreams.StartAt;
import io.quarkiverse.sqlstreams.runtime.DeclaredConsumers;
import io.quarkiverse.sqlstreams.runtime.LogMode;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.GroupConfig;
import io.quarkiverse.sqlstreams.runtime.SqlStreamsRuntimeConfig.StreamConfig;
import io.quarkiverse.sqlstreams.runtime.i18n.Errors;
import io.quarkiverse.sqlstreams.runtime.policy.PolicyResolver;
import io.quarkiverse.sqlstreams.runtime.store.GroupRef;
import io.quarkiverse.sqlstreams.runtime.store.GroupStore;
import io.quarkiverse.sqlstreams.runtime.store.HeadStart;
import io.quarkiverse.sqlstreams.runtime.store.Schema;
import io.quarkiverse.sqlstreams.runtime.store.SchemaMigrator;
import io.quarkiverse.sqlstreams.runtime.store.StreamInfo;
import io.quarkiverse.sqlstreams.runtime.store.StreamStore;
import io.quarkiverse.sqlstreams.runtime.store.Streams;
import io.quarkiverse.sqlstreams.runtime.store.StreamsDatabase;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/** What happens before anything reads the tables: the schema, and the declared streams and groups in it. */
@Singleton
public final class SqlStreamsStart {

    private static final Duration LONGEST_WAIT_FOR_HEAD = Duration.ofSeconds(10);

    private final SqlStreamsRuntimeConfig config;
    private final StreamsDatabase database;
    private final Streams streams;
    private final DeclaredConsumers declared;
    private final Config expressions;
    private volatile List<DeclaredGroup> groups = List.of();

    SqlStreamsStart(
            SqlStreamsRuntimeConfig config,
            StreamsDatabase database,
            Streams streams,
            DeclaredConsumers declared,
            Config expressions) {
        this.config = config;
        this.database = database;
        this.streams = streams;
        this.declared = declared;
        this.expressions = expressions;
    }

    /** Brings the schema to this version, and declares the streams and groups in it. */
    public void schema() {
        Declarations declarations = Declarations.of(declared, config, new Expressions(expressions));
        SchemaMigrator migrator = new SchemaMigrator(
                database.dataSource(), database.schema(), config.schema().partitionSize());
        if (config.schema().print()) {
            LOG.schemaScript(database.schema().name(), migrator.script(declarations.streams()));
        }
        try {
            migrator.start(config.schema().migrate(), declarations.streams());
            try (Connection connection = database.dataSource().getConnection()) {
                declare(connection, declarations);
            }
        } catch (SQLException e) {
            throw Errors.transientError(LOG.startFailed(database.schema().name()), e);
        }
    }

    /** The declared groups, in the order of their streams' and their own names. */
    List<DeclaredGroup> groups() {
        return groups;
    }

    private void declare(Connection connection, Declarations declarations) throws SQLException {
        Schema schema = database.schema();
        StreamStore streamStore = new StreamStore(schema);
        Map<String, StreamInfo> infos = new LinkedHashMap<>();
        for (String name : declarations.streams()) {
            StreamConfig settings = Declarations.settings(config, name);
            StreamInfo stream = streamStore.declare(
                    connection,
                    name,
                    settings == null ? LogMode.FAILURES : settings.log(),
                    settings == null ? null : settings.retention().orElse(null),
                    settings == null ? null : settings.deadRetention().orElse(null));
            if (stream == null) {
                throw Errors.permanent(LOG.streamHasNoTables(name, schema.name()));
            }
            infos.put(name, stream);
        }
        List<DeclaredGroup> found = new ArrayList<>();
        List<GroupRef> refs = new ArrayList<>();
        for (Declarations.Group group : declarations.groups()) {
            GroupRef ref = declare(connection, infos.get(group.stream()), group);
            GroupConfig settings = settings(group);
            refs.add(ref);
            found.add(new DeclaredGroup(
                    ref,
                    group.method(),
                    group.policy(),
                    PolicyResolver.terminalOn(
                            group.stream(), group.name(), group.method().getPolicy(), config),
                    settings == null || settings.enabled()));
        }
        streams.declared(infos, refs);
        groups = List.copyOf(found);
    }

    private GroupRef declare(Connection connection, StreamInfo stream, Declarations.Group group) throws SQLException {
        GroupStore store = new GroupStore(database.schema());
        long id = store.declare(connection, stream.id(), group.name(), group.policy());
        if (!store.hasBegun(connection, stream.id(), id)) {
            long above = StartAt.valueOf(group.method().getStartAt()) == StartAt.HEAD
                    ? new HeadStart(database.schema(), LONGEST_WAIT_FOR_HEAD).find(connection, stream)
                    : store.belowOldest(connection, stream.id());
            store.begin(connection, stream.id(), id, above);
        }
        return new GroupRef(stream, id, group.name());
    }

    private GroupConfig settings(Declarations.Group group) {
        StreamConfig stream = Declarations.settings(config, group.stream());
        return stream == null ? null : stream.groups().get(group.name());
    }
}
