import type { Fence, SessionEnd, StepRecord, Written } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { jsonArray, plainArray } from '../sql-arrays.ts';
import { wakeParents } from './wake-parents.ts';
import { isProgress, stepColumns, writeSteps } from './write-steps.ts';

export interface EndToWrite {
  fence: Fence;
  end: SessionEnd;
  steps: StepRecord[];
}

/**
 * Steps, the session's new state and the wake-up of its parent in one statement. A statement may change a row
 * only once, so a child whose parent ends in the same batch is left out here.
 */
const END: Statement = {
  name: 'end',
  text: `WITH ended AS (
      UPDATE sessions s SET
        status = CASE i.kind WHEN 'succeeded' THEN 'SUCCEEDED' WHEN 'failed' THEN 'FAILED' WHEN 'waiting' THEN 'WAITING' ELSE 'QUEUED' END::session_status,
        output = i.output::jsonb,
        error = i.error::jsonb,
        crashes = CASE WHEN i.recovered THEN 0 ELSE s.crashes END,
        enqueued_at = CASE WHEN i.kind = 'handed-back' THEN NULL ELSE s.enqueued_at END,
        waiting_since = CASE WHEN i.kind = 'waiting' THEN clock_timestamp() END,
        due_at = CASE WHEN i.kind = 'waiting' THEN greatest(
          CASE WHEN s.children_finished > i.children_seen THEN clock_timestamp()
            ELSE coalesce(i.due_at, clock_timestamp() + i.due_in_ms * interval '1 millisecond') END,
          -- Later than the last enqueueing in any case, for the due index holds what is.
          CASE WHEN i.due_at IS NOT NULL OR i.due_in_ms IS NOT NULL OR s.children_finished > i.children_seen
            THEN s.enqueued_at + interval '1 microsecond' END) END,
        finished_at = CASE WHEN i.kind IN ('succeeded', 'failed') THEN clock_timestamp() END
      FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::float8[], $8::int[], $9::boolean[])
        AS i(session_id, attempt, kind, output, error, due_at, due_in_ms, children_seen, recovered)
      WHERE s.id = i.session_id AND s.attempt = i.attempt AND s.status = 'RUNNING'
        AND (s.parent_id IS NULL OR s.parent_id <> ALL ($1::uuid[]))
      RETURNING s.id AS session_id, CASE WHEN i.kind IN ('succeeded', 'failed') THEN s.parent_id END AS parent_id
    ), written AS (${writeSteps('ended', 10)}
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
  const rows = await database.query<{ sessionId: string }>(END, [
    plainArray(ends.map(({ fence }) => fence.sessionId)),
    plainArray(ends.map(({ fence }) => fence.attempt)),
    plainArray(ends.map(({ end }) => end.kind)),
    jsonArray(ends.map(({ end }) => (end.kind === 'succeeded' ? end.output : null))),
    jsonArray(ends.map(({ end }) => (end.kind === 'failed' ? end.error : null))),
    plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? (end.dueAt?.toISOString() ?? null) : null))),
    plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? (end.dueInMs ?? null) : null))),
    plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? end.childrenSeen : null))),
    plainArray(ends.map(({ steps }) => isProgress(steps))),
    ...stepColumns(ends),
  ]);
  return new Set(rows.map((row) => row.sessionId));
}
