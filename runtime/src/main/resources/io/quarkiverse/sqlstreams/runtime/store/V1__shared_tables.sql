-- ${schema} is replaced by the quoted name of the schema. The whole file runs in one transaction.

CREATE FUNCTION ${schema}.now() RETURNS timestamptz
    LANGUAGE sql STABLE PARALLEL SAFE
    AS 'SELECT pg_catalog.statement_timestamp()';
COMMENT ON FUNCTION ${schema}.now() IS 'The one clock for what is due. STABLE, so that it can be an index bound.';

CREATE TABLE ${schema}.stream_config (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name            text NOT NULL UNIQUE,
    log_mode        text NOT NULL DEFAULT 'failures' CHECK (log_mode IN ('off', 'failures', 'all')),
    retention       interval,
    dead_retention  interval,
    created_at      timestamptz NOT NULL DEFAULT ${schema}.now(),
    updated_at      timestamptz NOT NULL DEFAULT ${schema}.now()
);

CREATE TABLE ${schema}.consumer_group_config (
    id                       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream_id                bigint NOT NULL REFERENCES ${schema}.stream_config (id),
    name                     text NOT NULL,
    max_retries              integer NOT NULL CHECK (max_retries >= 0),
    max_retries_floor        integer NOT NULL DEFAULT 0,
    max_retries_ceiling      integer NOT NULL,
    initial_backoff          interval NOT NULL,
    initial_backoff_floor    interval,
    initial_backoff_ceiling  interval,
    base_delay               interval NOT NULL,
    exponent                 double precision NOT NULL,
    max_delay                interval NOT NULL,
    jitter                   double precision NOT NULL,
    max_delays               integer NOT NULL DEFAULT 0 CHECK (max_delays >= 0),
    max_delays_floor         integer NOT NULL DEFAULT 0,
    max_delays_ceiling       integer NOT NULL DEFAULT 0,
    max_waiting              interval,
    max_waiting_floor        interval,
    max_waiting_ceiling      interval,
    timeout                  interval NOT NULL,
    timeout_floor            interval,
    timeout_ceiling          interval,
    budget_lowered           boolean NOT NULL DEFAULT false,
    paused_until             timestamptz,
    created_at               timestamptz NOT NULL DEFAULT ${schema}.now(),
    updated_at               timestamptz NOT NULL DEFAULT ${schema}.now(),
    UNIQUE (stream_id, name)
);
COMMENT ON COLUMN ${schema}.consumer_group_config.max_delays IS '0: any number';
COMMENT ON COLUMN ${schema}.consumer_group_config.max_waiting IS 'null: unlimited';
COMMENT ON COLUMN ${schema}.consumer_group_config.budget_lowered IS
    'A declaration lowered the retries: the next pass looks for ready rows that have spent more.';

-- Parents of the per-stream families. Nothing is inserted through them.

CREATE TABLE ${schema}.message_log (
    stream_id       bigint NOT NULL,
    id              bigint NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT ${schema}.now(),
    payload         json NOT NULL,
    headers         json,
    routing_key     text,
    message_key     text,
    schema_version  integer NOT NULL DEFAULT 1,
    options         json,
    PRIMARY KEY (stream_id, id)
) PARTITION BY LIST (stream_id);

CREATE TABLE ${schema}.exception_queue (
    stream_id          bigint NOT NULL,
    consumer_group_id  bigint NOT NULL,
    message_id         bigint NOT NULL,
    status             text NOT NULL CHECK (status IN ('ready', 'inflight', 'deferred', 'dead')),
    attempts           integer NOT NULL CHECK (attempts >= -1),
    delays             integer NOT NULL DEFAULT 0 CHECK (delays >= 0),
    expiries           integer NOT NULL DEFAULT 0 CHECK (expiries >= 0),
    redrives           integer NOT NULL DEFAULT 0 CHECK (redrives >= 0),
    can_run_after      timestamptz NOT NULL,
    first_delayed_at   timestamptz,
    last_error         text,
    lease_token        uuid,
    lease_expires_at   timestamptz,
    max_retries        integer CHECK (max_retries >= 0),
    max_delays         integer CHECK (max_delays >= 0),
    max_waiting        interval,
    message_key        text,
    concurrency        integer,
    payload            json,
    headers            json,
    routing_key        text,
    message_created_at timestamptz,
    created_at         timestamptz NOT NULL DEFAULT ${schema}.now(),
    updated_at         timestamptz NOT NULL DEFAULT ${schema}.now(),
    PRIMARY KEY (stream_id, consumer_group_id, message_id),
    CONSTRAINT exception_queue_inflight_has_lease CHECK (
        (status = 'inflight') = (lease_token IS NOT NULL) AND (status = 'inflight') = (lease_expires_at IS NOT NULL)),
    CONSTRAINT exception_queue_inflight_has_run CHECK (status <> 'inflight' OR attempts >= 0),
    CONSTRAINT exception_queue_delays_are_runs CHECK (delays <= attempts + 1)
) PARTITION BY LIST (stream_id);
COMMENT ON COLUMN ${schema}.exception_queue.payload IS
    'A copy, kept by a dead row once retention has dropped its message. payload, headers, routing_key and message_created_at are null until then.';

CREATE INDEX exception_queue_ready ON ${schema}.exception_queue (consumer_group_id, can_run_after, message_id)
    WHERE status = 'ready';
CREATE INDEX exception_queue_inflight ON ${schema}.exception_queue (consumer_group_id, lease_expires_at)
    WHERE status = 'inflight';
CREATE INDEX exception_queue_dead ON ${schema}.exception_queue (consumer_group_id, updated_at, message_id)
    WHERE status = 'dead';

CREATE TABLE ${schema}.delivery_log (
    stream_id          bigint NOT NULL,
    id                 bigint NOT NULL,
    consumer_group_id  bigint NOT NULL,
    message_id         bigint NOT NULL,
    redrives           integer NOT NULL DEFAULT 0,
    attempt            integer NOT NULL,
    status             text NOT NULL CHECK (status IN ('success', 'failure', 'delayed', 'expired', 'killed',
                                                       'interrupted', 'dropped', 'deferred', 'superseded')),
    error              text,
    stack_trace        text,
    attempted_at       timestamptz NOT NULL DEFAULT ${schema}.now(),
    duration           interval,
    PRIMARY KEY (stream_id, id)
) PARTITION BY LIST (stream_id);
CREATE INDEX delivery_log_message ON ${schema}.delivery_log (consumer_group_id, message_id);

CREATE TABLE ${schema}.consumer_group_cursor (
    stream_id          bigint NOT NULL,
    consumer_group_id  bigint NOT NULL,
    claimed            bigint NOT NULL,
    committed          bigint NOT NULL,
    settled            bigint NOT NULL,
    observed_head      bigint,
    observed_xid       xid8,
    PRIMARY KEY (stream_id, consumer_group_id),
    CHECK (committed <= claimed),
    CHECK ((observed_head IS NULL) = (observed_xid IS NULL))
) PARTITION BY LIST (stream_id);
COMMENT ON COLUMN ${schema}.consumer_group_cursor.settled IS
    'The highest id known to have nothing uncommitted at or below it.';
COMMENT ON COLUMN ${schema}.consumer_group_cursor.observed_head IS
    'A visible head that has not settled yet; it has once every transaction below observed_xid has ended.';

CREATE TABLE ${schema}.claim_lease (
    stream_id          bigint NOT NULL,
    consumer_group_id  bigint NOT NULL,
    token              uuid NOT NULL,
    low                bigint NOT NULL,
    high               bigint NOT NULL,
    expires_at         timestamptz NOT NULL,
    reclaims           integer NOT NULL DEFAULT 0,
    created_at         timestamptz NOT NULL DEFAULT pg_catalog.statement_timestamp(),
    PRIMARY KEY (stream_id, consumer_group_id, token),
    CHECK (low < high)
) PARTITION BY LIST (stream_id);
COMMENT ON COLUMN ${schema}.claim_lease.expires_at IS '-infinity: handed back by its owner, free for anyone.';

CREATE TABLE ${schema}.delivery_marker (
    stream_id          bigint NOT NULL,
    consumer_group_id  bigint NOT NULL,
    message_id         bigint NOT NULL,
    PRIMARY KEY (stream_id, consumer_group_id, message_id)
) PARTITION BY LIST (stream_id);
