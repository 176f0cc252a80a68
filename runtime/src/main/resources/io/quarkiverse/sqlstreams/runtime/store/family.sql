-- The table family of one stream, built aside and then attached. ${schema} is the quoted schema, ${id} the stream's id.

CREATE SEQUENCE ${schema}.message_log_${id}_id_seq AS bigint CACHE 1;
CREATE TABLE ${schema}.message_log_${id} (LIKE ${schema}.message_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, id)) PARTITION BY RANGE (id);
ALTER TABLE ${schema}.message_log_${id} ALTER stream_id SET DEFAULT ${id};
-- The inserting transaction owns its transaction id before it draws a message id: the fence of the claim rests on it.
ALTER TABLE ${schema}.message_log_${id} ALTER id SET DEFAULT
    CASE WHEN pg_catalog.pg_current_xact_id() IS NOT NULL
         THEN pg_catalog.nextval('${schemaLiteral}.message_log_${id}_id_seq'::regclass) END;
ALTER SEQUENCE ${schema}.message_log_${id}_id_seq OWNED BY ${schema}.message_log_${id}.id;
ALTER TABLE ${schema}.message_log ATTACH PARTITION ${schema}.message_log_${id} FOR VALUES IN (${id});

CREATE TABLE ${schema}.exception_queue_${id} (LIKE ${schema}.exception_queue INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, consumer_group_id, message_id))
    WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX exception_queue_${id}_ready
    ON ${schema}.exception_queue_${id} (consumer_group_id, can_run_after, message_id) WHERE status = 'ready';
CREATE INDEX exception_queue_${id}_inflight
    ON ${schema}.exception_queue_${id} (consumer_group_id, lease_expires_at) WHERE status = 'inflight';
CREATE INDEX exception_queue_${id}_dead
    ON ${schema}.exception_queue_${id} (consumer_group_id, updated_at, message_id) WHERE status = 'dead';
ALTER TABLE ${schema}.exception_queue_${id} ALTER stream_id SET DEFAULT ${id};
ALTER TABLE ${schema}.exception_queue ATTACH PARTITION ${schema}.exception_queue_${id} FOR VALUES IN (${id});

CREATE SEQUENCE ${schema}.delivery_log_${id}_id_seq AS bigint;
CREATE TABLE ${schema}.delivery_log_${id} (LIKE ${schema}.delivery_log INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, id)) PARTITION BY RANGE (id);
ALTER TABLE ${schema}.delivery_log_${id} ALTER stream_id SET DEFAULT ${id};
ALTER TABLE ${schema}.delivery_log_${id} ALTER id
    SET DEFAULT pg_catalog.nextval('${schemaLiteral}.delivery_log_${id}_id_seq'::regclass);
ALTER SEQUENCE ${schema}.delivery_log_${id}_id_seq OWNED BY ${schema}.delivery_log_${id}.id;
CREATE INDEX delivery_log_${id}_message ON ${schema}.delivery_log_${id} (consumer_group_id, message_id);
ALTER TABLE ${schema}.delivery_log ATTACH PARTITION ${schema}.delivery_log_${id} FOR VALUES IN (${id});

CREATE TABLE ${schema}.consumer_group_cursor_${id}
    (LIKE ${schema}.consumer_group_cursor INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, consumer_group_id))
    WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE ${schema}.consumer_group_cursor_${id} ALTER stream_id SET DEFAULT ${id};
ALTER TABLE ${schema}.consumer_group_cursor
    ATTACH PARTITION ${schema}.consumer_group_cursor_${id} FOR VALUES IN (${id});

CREATE TABLE ${schema}.claim_lease_${id} (LIKE ${schema}.claim_lease INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, consumer_group_id, token))
    WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE ${schema}.claim_lease_${id} ALTER stream_id SET DEFAULT ${id};
ALTER TABLE ${schema}.claim_lease ATTACH PARTITION ${schema}.claim_lease_${id} FOR VALUES IN (${id});

CREATE TABLE ${schema}.delivery_marker_${id} (LIKE ${schema}.delivery_marker INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, consumer_group_id, message_id));
ALTER TABLE ${schema}.delivery_marker_${id} ALTER stream_id SET DEFAULT ${id};
ALTER TABLE ${schema}.delivery_marker ATTACH PARTITION ${schema}.delivery_marker_${id} FOR VALUES IN (${id});
