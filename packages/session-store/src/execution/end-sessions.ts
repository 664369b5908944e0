import type { Json, SessionError } from '@workflow/workflow-model';
import type { Fence, Written } from './claim-sessions.ts';
import type { HiddenOutput } from './step-record.ts';
import type { StepText, ValueText } from './write-out.ts';
import { isProgress, stepColumns, writeSteps } from './write-steps.ts';
import { hiddenArray, jsonArray, plainArray, textArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { cancelLittleBelow, markEndedBelow } from '../rows/end-below.ts';
import { isEndedAbove, lockTrees } from '../rows/ended-above.ts';
import { isHeard } from '../failures/find-failures.ts';
import { FailureSessionIds, startOnFailures, type FailureParts } from '../failures/start-on-failures.ts';
import { transactionWithKeys } from '../rows/flow-keys-of.ts';
import { announceEnds } from '../rows/announce-ends.ts';
import { freeFlowPlaces } from '../rows/flow-entries.ts';
import { wakeParents } from '../rows/wake-parents.ts';

/** How a claim ended; written together with the steps not written yet, in one statement. */
export type SessionEnd =
  /** `hidden`: where the output is masked and another session takes it, as it is. */
  | { kind: 'succeeded'; output: Json; hidden?: HiddenOutput }
  | { kind: 'failed'; error: SessionError }
  /**
   * `dueAt` null: until a child ends. `childrenSeen`: ended children already taken into account.
   */
  | { kind: 'waiting'; dueAt: Date | null; childrenSeen: number }
  /** Released at shutdown: QUEUED again, no crash counted. */
  | { kind: 'released' };

export interface EndToWrite {
  fence: Fence;
  end: SessionEnd;
  /** Of a session that succeeded. */
  output: ValueText;
  /** Of the output, where it is masked. */
  sealed: Uint8Array | null;
  steps: StepText[];
}

/**
 * Steps, the session's new state and the wake-up of its parent in one statement. A statement may change a row
 * only once, so a child whose parent ends in the same batch is left out here.
 */
const END: Statement = {
  name: 'end',
  text: `WITH ended AS (
      UPDATE sessions s SET
        status = CASE i.kind WHEN 'succeeded' THEN 'SUCCEEDED' WHEN 'failed' THEN 'FAILED'
          WHEN 'waiting' THEN 'WAITING' ELSE 'QUEUED' END::session_status,
        output = i.output::jsonb,
        ordered_output = CASE WHEN i.keeps_text THEN i.output::json END,
        output_bytes = octet_length(i.output),
        hidden_output = i.hidden,
        error = i.error::jsonb,
        crashes = CASE WHEN i.recovered THEN 0 ELSE s.crashes END,
        enqueued_at = CASE WHEN i.kind = 'released' THEN NULL ELSE s.enqueued_at END,
        waiting_since = CASE WHEN i.kind = 'waiting' THEN clock_timestamp() END,
        due_at = CASE WHEN i.kind = 'waiting' THEN greatest(
          CASE WHEN s.children_finished > i.children_seen THEN clock_timestamp() ELSE i.due_at END,
          -- Always later than the last enqueueing: the index of due sessions contains no others.
          CASE WHEN i.due_at IS NOT NULL OR s.children_finished > i.children_seen
            THEN s.enqueued_at + interval '1 microsecond' END) END,
        finished_at = CASE WHEN i.kind IN ('succeeded', 'failed') THEN clock_timestamp() END
      FROM unnest($1::uuid[], $2::int[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[],
        $8::boolean[], $9::boolean[], $10::bytea[])
        AS i(session_id, claim_number, kind, output, error, due_at, children_seen, recovered, keeps_text, hidden)
      WHERE NOT ${isEndedAbove('s.id', '$1::uuid[]')}
        AND s.id = i.session_id AND s.claim_number = i.claim_number AND s.status = 'RUNNING'
        AND (s.parent_id IS NULL OR s.parent_id <> ALL ($1::uuid[]))
      RETURNING s.id AS session_id, i.kind IN ('succeeded', 'failed') AS terminal,
        CASE WHEN i.kind IN ('succeeded', 'failed') THEN s.parent_id END AS parent_id,
        s.organization_id, s.workflow_id, s.run, s.status, s.mode, s.finished_at
    ), terminal AS (SELECT session_id AS id, ended.* FROM ended WHERE terminal
    ), ${freeFlowPlaces('terminal')}, ${announceEnds('terminal')}, written AS (${writeSteps('ended', 11)}
    ), woken AS (${wakeParents('ended')})
    SELECT session_id AS "sessionId", ${isHeard('ended')} AS "isHeard" FROM ended`,
};

/** Ends claims whose fence is current; false for the others, for which nothing is written. */
export async function endSessions(sql: Sql, parts: FailureParts, ends: EndToWrite[]): Promise<Written[]> {
  const written = await writeEnds(sql, parts, ends);
  // Lost fences were left out, and children whose parents are in the same batch. The latter are written alone.
  for (const end of ends) {
    if (ends.length === 1 || written.has(end.fence.sessionId)) continue;
    for (const sessionId of await writeEnds(sql, parts, [end])) written.add(sessionId);
  }
  return ends.map(({ fence }) => written.has(fence.sessionId));
}

/** A session that fails ends all that is below it in the same transaction; the rows follow. */
async function writeEnds(sql: Sql, failing: FailureParts, ends: EndToWrite[]): Promise<Set<string>> {
  const failed = ends.filter(({ end }) => end.kind === 'failed').map(({ fence }) => fence.sessionId);
  if (failed.length === 0) return new Set((await write(sql.query, ends)).keys());
  const ids = new FailureSessionIds();
  const { written, parents } = await transactionWithKeys(sql, async (query, ready) => {
    await lockTrees(
      query,
      failed,
      ends.map(({ fence }) => fence.sessionId),
    );
    const written = await write(query, ends);
    const parents = await markEndedBelow(
      query,
      failed.filter((id) => written.has(id)),
    );
    const heard = failed.filter((id) => written.get(id) === true);
    await startOnFailures(query, failing, { heard, ids, ready });
    return { written: new Set(written.keys()), parents };
  });
  for (const parent of parents) await cancelLittleBelow(sql, [parent]);
  return written;
}

/** @returns those that were written, and whether an `error` trigger may hear of them */
async function write(query: Query, ends: EndToWrite[]): Promise<Map<string, boolean>> {
  const rows = await query<{ sessionId: string; isHeard: boolean }>(END, [
    plainArray(ends.map(({ fence }) => fence.sessionId)),
    plainArray(ends.map(({ fence }) => fence.claimNumber)),
    plainArray(ends.map(({ end }) => end.kind)),
    textArray(ends.map(({ output }) => output.text)),
    jsonArray(ends.map(({ end }) => (end.kind === 'failed' ? end.error : null))),
    plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? (end.dueAt?.toISOString() ?? null) : null))),
    plainArray(ends.map(({ end }) => (end.kind === 'waiting' ? end.childrenSeen : null))),
    plainArray(ends.map(({ steps }) => isProgress(steps))),
    plainArray(ends.map(({ output }) => output.isChangedByJsonb)),
    hiddenArray(ends.map(({ sealed }) => sealed)),
    ...stepColumns(ends),
  ]);
  return new Map(rows.map(({ sessionId, isHeard: heard }) => [sessionId, heard]));
}
