import type { Fence, Written } from './claim-sessions.ts';
import { isProgress, stepParameters, writeSteps, type StepParameters } from './write-steps.ts';
import { ofAnyLength } from '../postgres/of-any-length.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { StepText } from './write-out.ts';

export interface StepsToRecord {
  fence: Fence;
  steps: StepText[];
}

/**
 * Writes steps. The lock on the session (FOR SHARE) keeps the fence current until the commit: a claim or cancel, which
 * would increase `claim_number`, waits, and so does the end of an ancestor. A step that ended resets the count of
 * crashes. A step that begins does not, because it may cause the crashes. The session is written only if there was a
 * crash.
 */
const RECORD = statement<Record<'sessionIds' | 'claimNumbers' | 'progress', SqlArray> & StepParameters>()(
  'record_steps',
  `WITH fenced AS MATERIALIZED (
      SELECT i.session_id, i.progress AND s.crashes > 0 AS recovered
      FROM unnest(${ofAnyLength('$sessionIds::uuid[]')}, $claimNumbers::int[], $progress::boolean[])
        AS i(session_id, claim_number, progress)
      CROSS JOIN LATERAL (
        SELECT crashes FROM sessions
        WHERE NOT ${isEndedAbove('id', '$sessionIds::uuid[]')}
          AND id = i.session_id AND claim_number = i.claim_number AND status = 'RUNNING' FOR SHARE) s
    ), written AS (${writeSteps('fenced')}
    ), recovered AS (
      UPDATE sessions SET crashes = 0 WHERE id = ANY (ARRAY(SELECT session_id FROM fenced WHERE recovered))
    )
    SELECT session_id AS "sessionId" FROM fenced`,
  { sessionId: 'uuid' },
);

/** Commits steps of sessions whose fence is current. Returns false for the others, for which nothing is written. */
export async function recordSteps(sql: Sql, records: StepsToRecord[]): Promise<Written[]> {
  const rows = await sql.query(
    ...RECORD.with({
      sessionIds: plainArray(records.map(({ fence }) => fence.sessionId)),
      claimNumbers: plainArray(records.map(({ fence }) => fence.claimNumber)),
      progress: plainArray(records.map(({ steps }) => isProgress(steps))),
      ...stepParameters(records),
    }),
  );
  const written = new Set(rows.map((row) => row.sessionId));
  return records.map(({ fence }) => written.has(fence.sessionId));
}
