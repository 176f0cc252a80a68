-- One partition of message_log_${id} or delivery_log_${id}, for the ids from ${from} up to but not including ${to}.

CREATE TABLE ${schema}.${table}_${from} (LIKE ${schema}.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    PRIMARY KEY (stream_id, id));
ALTER TABLE ${schema}.${table}_${from} ADD CHECK (id >= ${from} AND id < ${to});
ALTER TABLE ${schema}.${table} ATTACH PARTITION ${schema}.${table}_${from} FOR VALUES FROM (${from}) TO (${to});
