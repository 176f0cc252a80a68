SELECT d.message_id, d.attempts, d.delays, d.can_run_after - now() AS runs_in
FROM sqlstreams.exception_queue_1 d
JOIN sqlstreams.consumer_group_config g ON g.id = d.consumer_group_id
WHERE g.name = 'charge-cards' AND d.status = 'ready' AND d.delays > 0
ORDER BY d.can_run_after;
