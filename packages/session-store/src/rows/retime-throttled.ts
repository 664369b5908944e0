/**
 * SQL that applies a higher rate to calls that wait already: turns of the key ($2) that were taken at the rate $3 or
 * more come sooner, by the factor $4 (the rate before ÷ the rate now, 0: at once), and the old rate is forgotten.
 * $1 is the organization. A session that waits for something else as well is due at the earlier of both.
 */
export const RETIME_THROTTLED_TEXT = `WITH state AS MATERIALIZED (
    SELECT greatest(now(), held_until) AS base FROM throttle_states
    WHERE organization_id = $1::uuid AND key = $2 AND per_second >= $3::float8 FOR UPDATE
  ), retimed AS (
    UPDATE throttle_states t SET rate_until = now(),
      next_at = CASE WHEN next_at > base THEN base + (next_at - base) * $4::float8 ELSE next_at END
    FROM state WHERE t.organization_id = $1::uuid AND t.key = $2
  ), waiting AS MATERIALIZED (
    SELECT s.id, w.run, w.component_id, w.iteration, w.attempt, greatest(s.enqueued_at + interval '1 millisecond',
      date_trunc('milliseconds', base + ((w.output->>'until')::timestamptz - base) * $4::float8)) AS until
    FROM state, sessions s JOIN steps w ON w.session_id = s.id
    WHERE s.organization_id = $1::uuid AND s.rare_status = 'WAITING' AND w.status = 'WAITING'
      AND w.output->>'throttle' = $2 AND (w.output->>'until')::timestamptz > base
    FOR NO KEY UPDATE OF s SKIP LOCKED
  ), steps_retimed AS (
    UPDATE steps w SET output = jsonb_set(w.output, '{until}',
      to_jsonb(to_char(i.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    FROM waiting i WHERE w.session_id = i.id AND w.run = i.run AND w.component_id = i.component_id
      AND w.iteration = i.iteration AND w.attempt = i.attempt
  )
  UPDATE sessions s SET due_at = i.until FROM (SELECT id, min(until) AS until FROM waiting GROUP BY id) i
  WHERE s.id = i.id AND s.due_at > i.until`;
