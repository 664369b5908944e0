import { recordFailures } from '../failures/record-failures.ts';
import { ofAnyLength } from '../postgres/of-any-length.ts';
import type { Statement } from '../postgres/sql.ts';
import { announceEnds } from '../rows/announce-ends.ts';
import { isEndedAbove } from '../rows/ended-above.ts';
import { freeFlowPlaces } from '../rows/flow-entries.ts';
import { isUnclaimed, LATE_CLAIM, QUEUED_MS } from '../rows/unclaimed.ts';
import { wakeParents } from '../rows/wake-parents.ts';
import { storeWithClaim } from './store-response.ts';
import { writeSteps } from './write-steps.ts';

/** What ends of claims and ends of sessions that nobody claimed do differently. */
interface EndParts {
  /** Columns that are written beside those of the end, with a comma after them. */
  set: string;
  /** Parameters beside those of the end, from $27 on, and their names; each with a comma before it. */
  input: { arrays: string; names: string };
  /** Which session `s` is that of `i`, and whether its end may be written. */
  isCurrent: string;
  /** What is returned beside. */
  returned: string;
  /** Common table expressions beside; each with a comma before it. */
  more: string;
}

/** Steps and the session's new state in one statement; `packed_steps` has those that get no row of their own. */
function endStatement(name: string, { set, input, isCurrent, returned, more }: EndParts): Statement {
  return {
    name,
    text: `WITH ended AS (
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
          enqueued_at = CASE WHEN i.kind = 'released' THEN NULL ELSE s.enqueued_at END,
          waiting_since = CASE WHEN i.kind = 'waiting' THEN clock_timestamp() END,
          due_at = CASE WHEN i.kind = 'waiting' THEN greatest(
            CASE WHEN s.children_finished > i.children_seen THEN clock_timestamp() ELSE i.due_at END,
            -- Always later than the last enqueueing: the index of due sessions contains no others.
            CASE WHEN i.due_at IS NOT NULL OR s.children_finished > i.children_seen
              THEN s.enqueued_at + interval '1 microsecond' END) END,
          finished_at = CASE WHEN i.kind IN ('succeeded', 'failed') THEN clock_timestamp() END
        FROM unnest(${ofAnyLength('$1::uuid[]')}, $2::int[], $3::text[], $4::text[], $5::text[],
          $6::timestamptz[], $7::int[], $8::boolean[], $9::boolean[], $10::bytea[], $11::text[]${input.arrays})
          AS i(session_id, claim_number, kind, output, error, due_at, children_seen, recovered, keeps_text,
            hidden, packed_steps${input.names})
        WHERE ${isCurrent}
        RETURNING s.id AS session_id, i.kind IN ('succeeded', 'failed') AS terminal,
          CASE WHEN i.kind IN ('succeeded', 'failed') THEN s.parent_id END AS parent_id,
          s.organization_id, s.workflow_id, s.run, s.status, s.mode, s.trigger, s.error, s.finished_at, ${returned}
      ), terminal AS (SELECT session_id AS id, ended.* FROM ended WHERE terminal
      ), ${freeFlowPlaces('terminal')}, ${announceEnds('terminal')}, ${recordFailures('terminal')},
      written AS (${writeSteps('ended', 12)})${more}
      SELECT session_id AS "sessionId", session_id IN (SELECT session_id FROM noted) AS "isNoted",
        queued_ms AS "queuedMs" FROM ended`,
  };
}

/**
 * Ends a claim, and wakes the session's parent. A statement may change a row only once, so a child whose parent ends in
 * the same batch is left out here.
 */
export const END = endStatement('end', {
  set: '',
  input: { arrays: '', names: '' },
  isCurrent: `NOT ${isEndedAbove('s.id', '$1::uuid[]')} AND s.id = i.session_id
          AND s.claim_number = i.claim_number AND s.status = 'RUNNING'
          AND (s.parent_id IS NULL OR s.parent_id <> ALL ($1::uuid[]))`,
  returned: 'NULL::float8 AS queued_ms',
  more: `, woken AS (${wakeParents('ended')})`,
});

/** Claims a session that was run before it was claimed, and ends it. It has no parent. */
export const CLAIM_AND_END = endStatement('claim_and_end', {
  set: `
        ${LATE_CLAIM},`,
  input: {
    arrays: ', $27::uuid[], $28::int[], $29::float8[], $30::bytea[]',
    names: ', executor_id, enqueue_number, ran_ms, response',
  },
  isCurrent: `s.id = i.session_id AND ${isUnclaimed()}`,
  returned: `i.response, ${QUEUED_MS}`,
  more: `, responded AS (${storeWithClaim('ended')})`,
});
