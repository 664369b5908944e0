import type { Fence, StepRecord, Written } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';
import { isProgress, stepColumns, writeSteps } from './write-steps.ts';

export interface StepsToRecord {
  fence: Fence;
  steps: StepRecord[];
}

/**
 * The lock on the session (FOR SHARE) makes the fence hold until the commit: a claim or cancel that would
 * raise `attempt` waits. A step that ended breaks a row of crashes, one that begins does not: it may be what
 * kills its executors. The session is written only when there was a crash.
 */
const RECORD: Statement = {
  name: 'record_steps',
  text: `WITH held AS MATERIALIZED (
      SELECT i.session_id, i.progress AND s.crashes > 0 AS recovered
      FROM unnest($1::uuid[], $2::int[], $3::boolean[]) AS i(session_id, attempt, progress)
      CROSS JOIN LATERAL (
        SELECT crashes FROM sessions WHERE id = i.session_id AND attempt = i.attempt AND status = 'RUNNING' FOR SHARE) s
    ), written AS (${writeSteps('held', 4)}
    ), recovered AS (
      UPDATE sessions SET crashes = 0 WHERE id = ANY (ARRAY(SELECT session_id FROM held WHERE recovered))
    )
    SELECT session_id AS "sessionId" FROM held`,
};

/** Commits steps of sessions whose fence holds; false for the others, of which nothing is written. */
export async function recordSteps(database: Database, records: StepsToRecord[]): Promise<Written[]> {
  const rows = await database.query<{ sessionId: string }>(RECORD, [
    plainArray(records.map(({ fence }) => fence.sessionId)),
    plainArray(records.map(({ fence }) => fence.attempt)),
    plainArray(records.map(({ steps }) => isProgress(steps))),
    ...stepColumns(records),
  ]);
  const written = new Set(rows.map((row) => row.sessionId));
  return records.map(({ fence }) => written.has(fence.sessionId));
}
