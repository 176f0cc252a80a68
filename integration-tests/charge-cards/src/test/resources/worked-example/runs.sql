SELECT attempt, status, error, attempted_at FROM sqlstreams.delivery_log_1 WHERE message_id = 44 ORDER BY attempt;
