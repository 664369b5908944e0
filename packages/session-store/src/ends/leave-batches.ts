import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query } from '../postgres/sql.ts';

/**
 * SQL: the statement names the session `u`. A hash finds it: a join would compare each id of a batch with all sessions
 * (decision 0022).
 */
const IS_NAMED = '(u.session_id IN (SELECT unnest($sessionIds::uuid[]))) IS TRUE';

/** Locks the batches in the order of their ids. A batch that changed in the meantime is read again. */
const LEAVE = statement<{ sessionIds: SqlArray }>()(
  'leave_batches',
  `WITH naming AS MATERIALIZED (
      SELECT id, session_ids FROM enqueued_batches
      WHERE id IN (SELECT d.id FROM enqueued_batches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
        WHERE ${IS_NAMED})
      ORDER BY id FOR UPDATE
    ), left_batches AS (
      UPDATE enqueued_batches d
      SET session_ids = ARRAY(SELECT unnest(n.session_ids) EXCEPT ALL SELECT unnest($sessionIds::uuid[]))
      FROM naming n WHERE d.id = n.id
    )
    SELECT DISTINCT u.session_id AS id FROM naming CROSS JOIN LATERAL unnest(session_ids) AS u(session_id)
    WHERE ${IS_NAMED}`,
  { id: 'uuid' },
);

/**
 * Removes sessions from the enqueued batches that contain them. Call it after the sessions were locked. A batch
 * contains an ended session until its end is counted, so the result includes ended sessions with an uncounted end.
 * @returns the ids of the sessions that a batch contained
 */
export async function leaveBatches(query: Query, sessionIds: string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  return readIds(query, ...LEAVE.with({ sessionIds: plainArray(sessionIds) }));
}
