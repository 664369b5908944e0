import type { Sql } from '../postgres/sql.ts';
import { enterFlow } from '../queued/flow-entries.ts';
import { startsPaused } from '../queued/starts-paused.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import { HOLD, isEnqueued } from '../queued/queued-states.ts';

/** Finds sessions in the queue that a pause holds. No claim of them succeeds. */
const HOLD_PAUSED = scoped()(
  'hold_paused',
  (isServed) => `WITH paused AS MATERIALIZED (SELECT id FROM workflows WHERE paused_at IS NOT NULL
      UNION ALL SELECT id FROM organizations WHERE paused_at IS NOT NULL
    ), chosen AS MATERIALIZED (
      SELECT s.id FROM enqueued_batches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
      CROSS JOIN LATERAL (
        SELECT s.id FROM sessions s WHERE s.id = u.session_id AND ${isEnqueued('s')}
          AND ${startsPaused()}${isServed('s.organization_id')}
        OFFSET 0 FOR NO KEY UPDATE SKIP LOCKED) s
      WHERE EXISTS (SELECT FROM paused)
    ), held AS (
      UPDATE sessions SET ${HOLD} WHERE id = ANY (ARRAY(SELECT id FROM chosen))
      RETURNING id, organization_id, workflow_id
    ), ${enterFlow('held')}
    SELECT id FROM held`,
  { id: 'uuid' },
);

/**
 * Removes sessions of paused workflows and organizations that have not started from the enqueued batches, so that they
 * use no quota. They continue after the resume.
 * @returns their number
 */
export async function holdPausedSessions(sql: Sql, scope: Scope): Promise<number> {
  return (await sql.query(...HOLD_PAUSED.with(scope, {}))).length;
}
