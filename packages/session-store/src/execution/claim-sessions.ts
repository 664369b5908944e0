import type { JsonObject, SessionMode, SessionOrigin } from '@workflow/workflow-model';
import { ofAnyLength } from '../postgres/of-any-length.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isEndedAbove } from '../ends/ended-above.ts';
import { isBeingCancelled } from '../queued/being-cancelled.ts';
import { isExpired } from '../queued/expiry.ts';
import { startsPaused } from '../queued/starts-paused.ts';
import { traceOf, type StoredTrace } from '../acceptance/stored-trace.ts';
import { isEnqueued, isEnqueuedAfterWait } from '../queued/queued-states.ts';

export interface ClaimRequest {
  sessionId: string;
  executorId: string;
  /** The number in the job that contained the session. Only the newest is valid. If left out, any number is. */
  enqueueNumber?: number;
}

/** A claimed session with the data for the executor. `claimNumber` is its fencing token: every write contains it. */
export interface ClaimedSession extends SessionOrigin {
  id: string;
  organizationId: string;
  workflowId: string;
  definitionId: string;
  componentId: string;
  mode: SessionMode;
  placeholderValues: JsonObject;
  /** The sealed unmasked values, if `placeholderValues` are masked. */
  hidden?: Uint8Array | null;
  claimNumber: number;
  run: number;
  resumeFromRun: number;
  /** The run from which on steps count, by component, if a retry on another version changed it. */
  resultsFrom?: Record<string, number> | null;
  /** The number of executors that were lost in a row while they ran the session, without a committed step. */
  crashes: number;
  depth: number;
  childrenFinished: number;
  /** True if steps may have been committed before. False only at the first claim of the first run. */
  resumed: boolean;
  /** Milliseconds that count for the deadline: since startedAt, without the time in WAITING. */
  ranMs: number;
  /** Milliseconds since it was enqueued. */
  queuedMs?: number;
  /** PostgreSQL's time at the claim. It determines what is due, because clocks of executors differ. */
  claimedAt?: Date;
}

/** Identifies a claim. A write with it takes effect unless the session was claimed or cancelled since. */
export interface Fence {
  sessionId: string;
  claimNumber: number;
}

/**
 * False if nothing was written because the fence was outdated: another executor claimed the session, or it was
 * cancelled.
 */
export type Written = boolean;

/** Maximum bytes of values that one statement returns. The first session is always returned with its values. */
export const MAX_CLAIMED_BYTES = 8 * 1024 * 1024;

/**
 * SQL of the values of a claimed session. One of the first two is NULL, because a cast would parse large values again.
 */
const VALUES = `CASE WHEN c.fits AND c.ordered_values IS NULL THEN c.placeholder_values END AS "placeholderValues",
      CASE WHEN c.fits THEN c.ordered_values END AS "orderedValues", CASE WHEN c.fits THEN c.hidden END AS hidden,
      c.fits`;
/** SQL of the stored bytes of the values of `s`, which can be read without the values. */
const VALUE_BYTES = `(coalesce(s.values_bytes, pg_column_size(s.placeholder_values), 0)::bigint
        + coalesce(pg_column_size(s.hidden), 0))`;
/** SQL: the values of a row are within the limit, together with those of the rows before it. */
const FITS = `(sum(bytes) OVER rows_before <= ${MAX_CLAIMED_BYTES} OR row_number() OVER rows_before = 1)`;

/**
 * Claims sessions. A session is claimable if it is
 *
 * - QUEUED,
 * - WAITING, and was enqueued after it became due,
 * - RUNNING on an executor whose heartbeat stopped, which counts as a crash, or
 * - RUNNING on the claiming executor, which did not get the answer to its last claim.
 *
 * The statement claims none of these:
 *
 * - a session in the backlog or on hold. No batch contains it, so it could not be rescued
 * - a session of an outdated job, because the session was enqueued again since
 * - a session that has expired, or that a pause keeps from starting
 * - a session that a bulk operation is about to cancel
 * - a session whose ancestor ended, which ends its descendants
 */
const CLAIM = statement<
  { sessionIds: SqlArray; executorIds: SqlArray; executorDeadAfterMs: number; enqueueNumbers: SqlArray },
  ClaimedRow
>()(
  'claim',
  `WITH claimed AS (UPDATE sessions s SET
      status = 'RUNNING',
      claim_number = s.claim_number + 1,
      crashes = s.crashes + (s.status = 'RUNNING' AND s.executor_id IS DISTINCT FROM i.executor_id)::int,
      executor_id = i.executor_id,
      started_at = coalesce(s.started_at, clock_timestamp()),
      waited_ms = s.waited_ms + coalesce((extract(epoch FROM clock_timestamp() - s.waiting_since) * 1000)::bigint, 0),
      due_at = NULL,
      waiting_since = NULL
    FROM unnest(${ofAnyLength('$sessionIds::uuid[]')}, $executorIds::uuid[], $enqueueNumbers::int[])
      AS i(session_id, executor_id, enqueue_number)
    WHERE NOT ${isEndedAbove('s.id', '$sessionIds::uuid[]')}
      AND s.id = i.session_id AND s.enqueue_number = coalesce(i.enqueue_number, s.enqueue_number)
      AND ${isEnqueued('s')}
      AND (s.expires_at IS NULL OR NOT ${isExpired()})
      AND NOT ${startsPaused()}
      AND NOT ${isBeingCancelled()}
      AND (s.status = 'QUEUED'
        OR (s.status = 'WAITING' AND s.due_at <= clock_timestamp() AND ${isEnqueuedAfterWait('s')})
        OR (s.status = 'RUNNING' AND (s.executor_id = i.executor_id OR NOT EXISTS (
          SELECT FROM executors e
          WHERE e.id = s.executor_id
            AND e.heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond'))))
    RETURNING s.id, s.organization_id AS "organizationId", s.workflow_id AS "workflowId",
      s.definition_id AS "definitionId", s.component_id AS "componentId", s.mode,
      s.placeholder_values, s.ordered_values, s.hidden, ${VALUE_BYTES} AS bytes, s.claim_number AS "claimNumber", s.run,
      s.resume_from_run AS "resumeFromRun", s.results_from AS "resultsFrom", s.crashes, s.depth,
      s.children_finished AS "childrenFinished",
      s.request_id AS "requestId", s.traceparent, s.tracestate,
      s.claim_number > 1 AS resumed, clock_timestamp() AS "claimedAt",
      greatest(0, extract(epoch FROM clock_timestamp() - s.enqueued_at) * 1000)::float8 AS "queuedMs",
      greatest(0, extract(epoch FROM clock_timestamp() - s.started_at) * 1000 - s.waited_ms)::float8 AS "ranMs")
    SELECT c.id, c."organizationId", c."workflowId", c."definitionId", c."componentId", c.mode, ${VALUES},
      c."claimNumber", c.run, c."resumeFromRun", c."resultsFrom", c.crashes, c.depth, c."childrenFinished",
      c."requestId", c.traceparent, c.tracestate, c.resumed, c."claimedAt", c."queuedMs", c."ranMs"
    FROM (SELECT *, ${FITS} AS fits FROM claimed WINDOW rows_before AS (ROWS UNBOUNDED PRECEDING)) c`,
  {
    id: 'uuid',
    organizationId: 'uuid',
    workflowId: 'uuid',
    definitionId: 'uuid',
    componentId: 'uuid',
    mode: 'session_mode',
    placeholderValues: 'jsonb?',
    orderedValues: 'json?',
    hidden: 'bytea?',
    fits: 'bool',
    claimNumber: 'int4',
    run: 'int4',
    resumeFromRun: 'int4',
    resultsFrom: 'jsonb?',
    crashes: 'int4',
    depth: 'int4',
    childrenFinished: 'int4',
    requestId: 'text?',
    traceparent: 'text?',
    tracestate: 'text?',
    resumed: 'bool',
    claimedAt: 'timestamptz',
    queuedMs: 'float8',
    ranMs: 'float8',
  },
);

/** Reads the values that the claim left out because of their size. */
const READ_VALUES = statement<{ sessionIds: SqlArray }, ClaimedValues>()(
  'read_claimed_values',
  `SELECT c.id, ${VALUES}
    FROM (SELECT *, ${FITS} AS fits FROM (
        SELECT s.id, s.placeholder_values, s.ordered_values, s.hidden, ${VALUE_BYTES} AS bytes
        FROM sessions s WHERE s.id = ANY ($sessionIds::uuid[]) OFFSET 0) s
      WINDOW rows_before AS (ROWS UNBOUNDED PRECEDING)) c`,
  { id: 'uuid', placeholderValues: 'jsonb?', orderedValues: 'json?', hidden: 'bytea?', fits: 'bool' },
);

/**
 * Claims each claimable session and increases its `claimNumber`, the fencing token. Returns null for sessions that are
 * not claimable, or were deleted before their values were read.
 */
export async function claimSessions(
  sql: Sql,
  executorDeadAfterMs: number,
  requests: ClaimRequest[],
): Promise<(ClaimedSession | null)[]> {
  const rows = await sql.query(
    ...CLAIM.with({
      sessionIds: plainArray(requests.map((request) => request.sessionId)),
      executorIds: plainArray(requests.map((request) => request.executorId)),
      executorDeadAfterMs,
      enqueueNumbers: plainArray(requests.map((request) => request.enqueueNumber ?? null)),
    }),
  );
  const claimed = new Map(rows.map((row) => [row.id, row]));
  let unreadIds = rows.filter(({ fits }) => !fits).map(({ id }) => id);
  while (unreadIds.length > 0) {
    const read = await sql.query(...READ_VALUES.with({ sessionIds: plainArray(unreadIds) }));
    const valuesById = new Map(read.map((values) => [values.id, values]));
    for (const id of unreadIds) {
      const [row, values] = [claimed.get(id), valuesById.get(id)];
      if (row === undefined || values === undefined) claimed.delete(id);
      else if (values.fits) claimed.set(id, { ...row, ...values });
    }
    unreadIds = read.filter(({ fits }) => !fits).map(({ id }) => id);
  }
  return requests.map(({ sessionId }) => {
    const row = claimed.get(sessionId);
    return row === undefined ? null : toClaimed(row);
  });
}

/** `fits` is false if the statement left the values out. */
interface ClaimedValues {
  id: string;
  placeholderValues: JsonObject | null;
  orderedValues: JsonObject | null;
  hidden: Uint8Array | null;
  fits: boolean;
}

type ClaimedRow = Omit<ClaimedSession, 'placeholderValues' | 'hidden' | 'trace'> & StoredTrace & ClaimedValues;

function toClaimed({
  orderedValues,
  placeholderValues,
  traceparent,
  tracestate,
  fits: _fits,
  ...row
}: ClaimedRow): ClaimedSession {
  const trace = traceOf({ traceparent, tracestate });
  return { ...row, trace, placeholderValues: orderedValues ?? placeholderValues ?? {} };
}

const COUNT = statement<{ sessionId: string; claimNumber: number; crashes: number }>()(
  'count_crashes',
  `UPDATE sessions SET crashes = $crashes
    WHERE id = $sessionId AND claim_number = $claimNumber AND status = 'RUNNING' RETURNING id`,
  { id: 'uuid' },
);

/**
 * Sets the number of executors that count as lost by a running session. A session that only waits to run alone has done
 * nothing yet, so it must not be blamed for the death of its executor.
 */
export async function countCrashes(sql: Sql, { sessionId, claimNumber }: Fence, crashes: number): Promise<Written> {
  return (await sql.query(...COUNT.with({ sessionId, claimNumber, crashes }))).length === 1;
}
