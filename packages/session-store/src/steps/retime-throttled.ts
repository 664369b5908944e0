import { statement } from '../postgres/named-statement.ts';
import { waitingField, withWaitingField } from './waiting-output.ts';

/** Maximum number of sessions that one statement examines. Calls of further sessions keep their turns. */
const RETIMED_AT_ONCE = 1_000;
export const MAX_RETIMED_PARTS = 20;

const UNTIL = `(${waitingField('w', 'until')})::timestamptz`;
const ISO_OF_UNTIL = `to_jsonb(to_char(i.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * Replaces the previous rate, `perSecond` or more, of a key of an organization. Turns at that rate are moved forward by
 * `factor` (the previous rate ÷ the present rate; 0: immediately). The row is locked until the transaction ends, so
 * that no call gets a turn in the meantime. It returns no row if no turn has that rate.
 */
export const RETIME_KEY = statement<{ organizationId: string; key: string; perSecond: number; factor: number }>()(
  'retime_key',
  `WITH state AS MATERIALIZED (
    SELECT greatest(now(), blocked_until) AS base FROM throttle_states
    WHERE organization_id = $organizationId::uuid AND key = $key AND per_second >= $perSecond::float8 FOR UPDATE
  )
  UPDATE throttle_states t SET rate_until = now(),
    next_at = CASE WHEN next_at > base THEN base + (next_at - base) * $factor::float8 ELSE next_at END
  FROM state WHERE t.organization_id = $organizationId::uuid AND t.key = $key
  RETURNING base::text`,
  { base: 'text' },
);

/**
 * Moves the turns of the next waiting sessions after `after`; `base` is what `RETIME_KEY` returned. A session that also
 * waits for something else becomes due at the earlier time. The result is the last examined session, if there may be
 * more.
 */
export const RETIME_THROTTLED = statement<{
  organizationId: string;
  key: string;
  base: string;
  factor: number;
  after: string;
}>()(
  'retime_throttled',
  `WITH scanned AS MATERIALIZED (
    SELECT id FROM sessions WHERE organization_id = $organizationId::uuid AND rare_status = 'WAITING'
      AND id > $after::uuid
    ORDER BY id LIMIT ${RETIMED_AT_ONCE}
  ), waiting AS MATERIALIZED (
    SELECT s.id, w.run, w.component_id, w.iteration, w.attempt, greatest(s.enqueued_at + interval '1 millisecond',
      date_trunc('milliseconds', b.base + (${UNTIL} - b.base) * $factor::float8)) AS until
    FROM (SELECT $base::timestamptz AS base) b, sessions s JOIN steps w ON w.session_id = s.id AND w.run = s.run
    WHERE s.id = ANY (ARRAY(SELECT id FROM scanned)) AND s.rare_status = 'WAITING' AND w.status = 'WAITING'
      AND ${waitingField('w', 'throttle')} = $key AND ${UNTIL} > b.base
    FOR NO KEY UPDATE OF s SKIP LOCKED
  ), steps_retimed AS (
    UPDATE steps w SET output = ${withWaitingField('w', 'until', ISO_OF_UNTIL)}
    FROM waiting i WHERE w.session_id = i.id AND w.run = i.run AND w.component_id = i.component_id
      AND w.iteration = i.iteration AND w.attempt = i.attempt
  ), sessions_retimed AS (
    UPDATE sessions s SET due_at = i.until FROM (SELECT id, min(until) AS until FROM waiting GROUP BY id) i
    WHERE s.id = i.id AND s.due_at > i.until
  )
  SELECT id::text FROM scanned ORDER BY id OFFSET ${RETIMED_AT_ONCE - 1} LIMIT 1`,
  { id: 'text' },
);
