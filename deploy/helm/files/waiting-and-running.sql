SELECT
  (SELECT count(*) FROM (SELECT FROM sessions WHERE enqueued_at IS NULL AND status = 'QUEUED' AND pool = 'default'
     LIMIT 100000) backlog)
  + (SELECT count(*) FROM (SELECT FROM sessions WHERE enqueued_at < due_at AND due_at <= now() AND pool = 'default'
     LIMIT 100000) due)
  + (SELECT count(*) FROM enqueued_batches, unnest(session_ids) AS enqueued (id) JOIN sessions USING (id)
     WHERE status IN ('QUEUED', 'RUNNING') AND pool = 'default')
