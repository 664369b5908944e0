import { recordFailures } from '../failures/record-failures.ts';
import { ofAnyLength } from '../postgres/of-any-length.ts';
import { statement } from '../postgres/named-statement.ts';
import type { SqlArray } from '../postgres/sql-arrays.ts';
import { announceEnds } from '../ends/announce-ends.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import { freeFlowPlaces } from '../queued/flow-entries.ts';
import { isUnclaimed, DEFERRED_CLAIM, QUEUED_MS } from './unclaimed.ts';
import { wakeParents } from '../ends/wake-parents.ts';
import type { DeferredClaimParameters } from './deferred-claim.ts';
import { storeWithClaim } from './store-response.ts';
import { poolOf } from '../queued/session-pool.ts';
import { writeSteps, type StepParameters } from './write-steps.ts';
import { backlogIf } from '../queued/queued-states.ts';

/** The parameters of an end. Each is a list with an entry for each session. */
export type EndParameters = StepParameters &
  Record<
    | 'sessionIds'
    | 'claimNumbers'
    | 'kinds'
    | 'outputs'
    | 'errors'
    | 'dueAt'
    | 'childrenSeen'
    | 'recovered'
    | 'keepsText'
    | 'hidden'
    | 'packedSteps',
    SqlArray
  >;

/** The differences between the statements for a claimed session and for a session that was never claimed. */
interface EndParts {
  /** Additional columns to write, with a comma after them. */
  set: string;
  /** Additional parameters and their names in `i`, each with a comma before it. */
  input: { arrays: string; names: string };
  /** The condition that `s` is the session of `i` and that its end may be written. */
  isCurrent: string;
  /** Additional columns to return. */
  returned: string;
  /** The condition that the wait of the session `ended`, or of its parent, is over. */
  isReady: string;
  /** Additional common table expressions, each with a comma before it. */
  more: string;
}

/**
 * Returns the statement that writes the outcomes of walks: the session's new state, and the steps that are not written
 * yet. `packed_steps` contains the steps that get no separate row.
 */
function endStatement<Parameters extends EndParameters>(
  name: string,
  { set, input, isCurrent, returned, isReady, more }: EndParts,
) {
  return statement<Parameters>()(
    name,
    `WITH ended AS (
        UPDATE sessions s SET${set}
          status = CASE i.kind WHEN 'succeeded' THEN 'SUCCEEDED' WHEN 'failed' THEN 'FAILED'
            WHEN 'waiting' THEN 'WAITING' ELSE 'QUEUED' END::session_status,
          output = i.output::jsonb,
          ordered_output = CASE WHEN i.keeps_text THEN i.output::json END,
          output_bytes = octet_length(i.output),
          hidden_output = i.hidden,
          packed_steps = i.packed_steps::json,
          error = i.error::jsonb,
          crashes = CASE WHEN i.recovered THEN 0 ELSE s.crashes END,
          enqueued_at = ${backlogIf(`i.kind = 'released'`, 's')},
          waiting_since = CASE WHEN i.kind = 'waiting' THEN clock_timestamp() END,
          due_at = CASE WHEN i.kind = 'waiting' THEN greatest(
            CASE WHEN s.children_finished > i.children_seen THEN clock_timestamp() ELSE i.due_at END,
            -- Always later than the last enqueueing: the index of due sessions contains no others.
            CASE WHEN i.due_at IS NOT NULL OR s.children_finished > i.children_seen
              THEN s.enqueued_at + interval '1 microsecond' END) END,
          finished_at = CASE WHEN i.kind IN ('succeeded', 'failed') THEN clock_timestamp() END
        FROM unnest(${ofAnyLength('$sessionIds::uuid[]')}, $claimNumbers::int[], $kinds::text[], $outputs::text[],
          $errors::text[], $dueAt::timestamptz[], $childrenSeen::int[], $recovered::boolean[], $keepsText::boolean[],
          $hidden::bytea[], $packedSteps::text[]${input.arrays})
          AS i(session_id, claim_number, kind, output, error, due_at, children_seen, recovered, keeps_text,
            hidden, packed_steps${input.names})
        WHERE ${isCurrent}
        RETURNING s.id AS session_id, i.kind IN ('succeeded', 'failed') AS terminal,
          CASE WHEN i.kind IN ('succeeded', 'failed') THEN s.parent_id END AS parent_id,
          s.organization_id, s.workflow_id, s.run, s.status, s.mode, s.trigger, s.error, s.finished_at,
          coalesce(s.due_at <= clock_timestamp(), false) AS is_due, ${returned}
      ), terminal AS (SELECT session_id AS id, ended.* FROM ended WHERE terminal
      ), ${freeFlowPlaces('terminal')}, ${announceEnds('terminal')}, ${recordFailures('terminal')},
      written AS (${writeSteps('ended')})${more}
      SELECT session_id AS "sessionId", session_id IN (SELECT session_id FROM noted) AS "isNoted",
        ${isReady} AS "isReady", terminal AND trigger = 'CHAT' AS "endsAnswer", parent_id AS "parentId",
        queued_ms AS "queuedMs" FROM ended`,
    { sessionId: 'uuid', isNoted: 'bool', isReady: 'bool', endsAnswer: 'bool', parentId: 'uuid?', queuedMs: 'float8?' },
  );
}

/**
 * The parts for sessions that were claimed before. The statement also wakes their parents. A statement may change a row
 * only once, so it leaves out a child whose parent ends in the same batch.
 */
const CLAIMED: EndParts = {
  set: '',
  input: { arrays: '', names: '' },
  isCurrent: `NOT ${isEndedAbove('s.id', '$sessionIds::uuid[]')} AND s.id = i.session_id
          AND s.claim_number = i.claim_number AND s.status = 'RUNNING'
          AND (s.parent_id IS NULL OR s.parent_id <> ALL ($sessionIds::uuid[]))`,
  returned: 'NULL::float8 AS queued_ms',
  isReady: 'is_due OR coalesce(parent_id IN (SELECT id FROM woken WHERE is_due), false)',
  more: `, woken AS (${wakeParents('ended')})`,
};
export const END = endStatement<EndParameters>('end', CLAIMED);

/** The statement for ends that may release a session. A released session joins the backlog of its present pool. */
export const END_OR_RELEASE = endStatement<EndParameters>('end_or_release', {
  ...CLAIMED,
  set: `
          pool = CASE WHEN i.kind = 'released' THEN ${poolOf('s')} ELSE s.pool END,`,
});

/** The row of a session that was ended. `queuedMs` is null unless the same statement wrote the claim. */
export type EndRow = NonNullable<(typeof END)['row']>;

/** Claims sessions that ran before their claim, and ends them. They have no parents. */
export const CLAIM_AND_END = endStatement<EndParameters & DeferredClaimParameters>('claim_and_end', {
  set: `
        ${DEFERRED_CLAIM},`,
  input: {
    arrays: ', $executorIds::uuid[], $enqueueNumbers::int[], $ranMs::float8[], $responses::bytea[]',
    names: ', executor_id, enqueue_number, ran_ms, response',
  },
  isCurrent: `s.id = i.session_id AND ${isUnclaimed()}`,
  returned: `i.response, ${QUEUED_MS}`,
  isReady: 'false',
  more: `, responded AS (${storeWithClaim('ended')})`,
});
