import type { Fence, SessionEnd, StepRecord, Written } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';
import { wakeParents } from './wake-parents.ts';
import { isProgress, writeSteps } from './write-steps.ts';

export interface EndToWrite {
  fence: Fence;
  end: SessionEnd;
  steps: StepRecord[];
}

/**
 * Steps, the session's new state and the wake-up of its parent in one statement. A statement may change a row
 * only once, so a child whose parent ends in the same batch ($2) is left out here.
 */
const END: Statement = {
  name: 'end',
  text: `WITH ended AS (
      UPDATE sessions s SET
        status = CASE i.kind WHEN 'succeeded' THEN 'SUCCEEDED' WHEN 'failed' THEN 'FAILED' WHEN 'waiting' THEN 'WAITING' ELSE 'QUEUED' END::session_status,
        output = i.output,
        error = i.error,
        crashes = CASE WHEN i.recovered THEN 0 ELSE s.crashes END,
        enqueued_at = CASE WHEN i.kind = 'handed-back' THEN NULL ELSE s.enqueued_at END,
        waiting_since = CASE WHEN i.kind = 'waiting' THEN clock_timestamp() END,
        due_at = CASE WHEN i.kind = 'waiting' THEN greatest(
          CASE WHEN s.children_finished > i."childrenSeen" THEN clock_timestamp()
            ELSE coalesce(i."dueAt", clock_timestamp() + i."dueInMs" * interval '1 millisecond') END,
          -- Later than the last enqueueing in any case, for the due index holds what is.
          CASE WHEN i."dueAt" IS NOT NULL OR i."dueInMs" IS NOT NULL OR s.children_finished > i."childrenSeen"
            THEN s.enqueued_at + interval '1 microsecond' END) END,
        finished_at = CASE WHEN i.kind IN ('succeeded', 'failed') THEN clock_timestamp() END
      FROM json_to_recordset($1::json) AS i("sessionId" uuid, attempt int, kind text, output jsonb, error jsonb,
        "dueAt" timestamptz, "dueInMs" float8, "childrenSeen" int, recovered boolean, steps json)
      WHERE s.id = i."sessionId" AND s.attempt = i.attempt AND s.status = 'RUNNING'
        AND (s.parent_id IS NULL OR s.parent_id <> ALL ($2::uuid[]))
      RETURNING s.id AS session_id, i.steps, CASE WHEN i.kind IN ('succeeded', 'failed') THEN s.parent_id END AS parent_id
    ), written AS (${writeSteps('ended')}
    ), woken AS (${wakeParents('ended')})
    SELECT session_id AS "sessionId" FROM ended`,
};

/** Ends attempts whose fence holds; false for the others, of which nothing is written. */
export async function endSessions(database: Database, ends: EndToWrite[]): Promise<Written[]> {
  const written = await writeEnds(database, ends);
  // Left out were lost fences and children of parents in the same batch. The latter get through alone.
  for (const end of ends) {
    if (ends.length === 1 || written.has(end.fence.sessionId)) continue;
    for (const sessionId of await writeEnds(database, [end])) written.add(sessionId);
  }
  return ends.map(({ fence }) => written.has(fence.sessionId));
}

async function writeEnds(database: Database, ends: EndToWrite[]): Promise<Set<string>> {
  const input = ends.map(({ fence, end, steps }) => ({ ...fence, ...end, recovered: isProgress(steps), steps }));
  const rows = await database.query<{ sessionId: string }>(END, [
    JSON.stringify(input),
    plainArray(ends.map(({ fence }) => fence.sessionId)),
  ]);
  return new Set(rows.map((row) => row.sessionId));
}
