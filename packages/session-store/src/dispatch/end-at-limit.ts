import type { SessionError } from '@workflow/workflow-model';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { readIds } from '../postgres/read-ids.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';
import { FAILED_COLUMNS, recordFailures } from '../failures/record-failures.ts';
import { announceEnds, ENDED_COLUMNS } from '../ends/announce-ends.ts';
import { CANCELLED, UNDER_WAY, cancelSteps, markEndedBelow } from '../ends/end-below.ts';
import { lockTrees } from '../ends/ended-above.ts';
import { countEnds } from '../ends/count-ends.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import { wakeParents } from '../ends/wake-parents.ts';

/** Maximum number of sessions of one key that one round ends. */
const MAX_ENDED = 500;

const ERRORS: Record<'skip' | 'fail', SessionError> = {
  skip: {
    code: 'SKIPPED',
    message: "The workflow's limit of concurrent sessions with this key was reached.",
    componentId: null,
  },
  fail: {
    code: 'CONCURRENCY_LIMIT',
    message: "The workflow's limit of concurrent sessions with this key was reached.",
    componentId: null,
  },
};

/**
 * Ends waiting sessions. A retry always waits, regardless of `onLimit`. A batch contains the ended sessions, so that
 * their ends are counted.
 */
const END_AT_LIMIT = statement<{
  workflowId: string;
  concurrencyKey: string;
  status: string;
  error: string;
  batchId: string;
}>()(
  'end_at_limit',
  `WITH chosen AS MATERIALIZED (
      SELECT s.id FROM flow_entries e JOIN sessions s ON s.id = e.session_id
      WHERE e.workflow_id = $workflowId AND e.concurrency_key = $concurrencyKey AND e.stage = 'AT_LIMIT'
        AND NOT e.retried
        AND s.status = 'QUEUED'
      ORDER BY e.position LIMIT ${MAX_ENDED} FOR NO KEY UPDATE OF s SKIP LOCKED
    ), ended AS (
      UPDATE sessions s SET status = $status::session_status, error = $error::jsonb, finished_at = clock_timestamp(),
        enqueued_at = clock_timestamp()
      WHERE s.id = ANY (ARRAY(SELECT id FROM chosen)) RETURNING ${FAILED_COLUMNS}
    ), ${freeFlowPlaces('ended')}, ${announceEnds('ended')}, ${recordFailures('ended')}, batch AS (
      INSERT INTO enqueued_batches (id, session_ids) SELECT $batchId, array_agg(id) FROM ended HAVING count(*) > 0
    ), woken AS (${wakeParents('ended')})
    SELECT count(*)::int AS noted FROM noted`,
  { noted: 'int4' },
);

/**
 * Ends the waiting sessions of a key at its limit. They have not run.
 * @returns the number of failures that were recorded for `error` triggers
 */
export async function endAtLimit(
  query: Query,
  workflowId: string,
  concurrencyKey: string,
  how: 'skip' | 'fail',
  batchId: string,
): Promise<number> {
  const status = how === 'skip' ? 'CANCELLED' : 'FAILED';
  const error = JSON.stringify(ERRORS[how]);
  const [row] = await query(...END_AT_LIMIT.with({ workflowId, concurrencyKey, status, error, batchId }));
  return row?.noted ?? 0;
}

/**
 * Finds the oldest sessions of a key, as many as sessions wait. The waiting ones are admitted in the next round.
 */
const FIND_OLDEST = statement<{ workflowId: string; concurrencyKey: string }>()(
  'find_oldest',
  `SELECT s.id FROM flow_entries e JOIN sessions s ON s.id = e.session_id
    WHERE e.workflow_id = $workflowId AND e.concurrency_key = $concurrencyKey
      AND e.stage IN ('STARTED', 'AT_LIMIT') AND ${UNDER_WAY}
    ORDER BY e.position LIMIT (SELECT count(*) FROM (SELECT FROM flow_entries
      WHERE workflow_id = $workflowId AND concurrency_key = $concurrencyKey AND stage = 'AT_LIMIT' AND NOT retried
      LIMIT ${MAX_ENDED}) w)`,
  { id: 'uuid' },
);

const CANCEL_OLDEST = statement<{ sessionIds: SqlArray }>()(
  'cancel_oldest',
  `WITH chosen AS MATERIALIZED (
      SELECT s.id FROM sessions s WHERE s.id = ANY ($sessionIds::uuid[]) AND ${UNDER_WAY}
      ORDER BY s.id FOR NO KEY UPDATE SKIP LOCKED
    ), cancelled AS (
      UPDATE sessions s SET ${CANCELLED} WHERE s.id = ANY (ARRAY(SELECT id FROM chosen)) RETURNING ${ENDED_COLUMNS}
    ), ${freeFlowPlaces('cancelled')}, ${announceEnds('cancelled')}, woken AS (${wakeParents('cancelled')})
    SELECT id FROM cancelled`,
  { id: 'uuid' },
);

/** Cancels the oldest sessions of a key and ends their descendants, so that waiting sessions can be admitted. */
export async function cancelOldest(query: Query, workflowId: string, concurrencyKey: string): Promise<void> {
  const oldest = await readIds(query, ...FIND_OLDEST.with({ workflowId, concurrencyKey }));
  if (oldest.length === 0) return;
  await lockTrees(query, oldest);
  const ids = await readIds(query, ...CANCEL_OLDEST.with({ sessionIds: plainArray(oldest) }));
  if (ids.length === 0) return;
  await cancelSteps(query, ids);
  await markEndedBelow(query, ids);
  await countEnds(query, ids);
}
