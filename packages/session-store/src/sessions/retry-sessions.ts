import type { Definition, SessionMode, SessionStatus, TestSettings } from '@workflow/workflow-model';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { uncountEnds } from '../rows/count-ends.ts';
import { isDeletedAbove } from '../rows/deleted-above.ts';
import { leaveBatches } from '../rows/leave-batches.ts';
import { closeGatheringsOf } from '../rows/close-gatherings.ts';
import { flowKeyColumns, holdSessions } from '../rows/flow-entries.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { FlowKeysOf } from '../rows/flow-keys-of.ts';
import type { RetryKeys } from './retry-keys.ts';
import { sessionColumns } from './session-view.ts';
import { snapshotDefinition } from '../rows/snapshot-definition.ts';

/**
 * The result for one session. `not-terminal`: still under way; `unpublished`: no version to retry on; `no-runs-left`:
 * it had as many runs as one may have.
 */
export type RetriedSession =
  /** `enqueueNumber` null: flow control holds the session back, and the dispatcher starts it. */
  | { kind: 'retried'; enqueueNumber: number | null }
  | { kind: 'not-terminal' | 'succeeded' | 'unpublished' | 'no-runs-left' };

/** Each run adds steps to its session, which a retry from the failed step reads. */
const MAX_RUNS = 100;

/** What all retries of a store have in common. */
export interface RetryLimits {
  flowKeysOf: FlowKeysOf;
  /** Runs of one session, its first one included. */
  maxRuns?: number | undefined;
}

export interface RetryOptions {
  from: 'failed-step' | 'start';
  version: 'pinned' | 'latest';
  enqueue: boolean;
}

const LOCK: Statement = {
  name: 'lock_sessions',
  text: `SELECT s.id, s.status, s.run, s.mode, s.workflow_id AS "workflowId", s.finished_at AS "finishedAt"
    FROM sessions s WHERE s.id = ANY ($1::uuid[]) AND s.organization_id = $2 AND NOT ${isDeletedAbove('s')}
    ORDER BY s.id FOR NO KEY UPDATE OF s`,
};

/** An end that was not sent to event hooks yet is kept as it was. */
const KEEP_EVENTS: Statement = {
  name: 'keep_session_events',
  text: `UPDATE session_events e
    SET session = (SELECT to_json(v) FROM (SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = e.session_id) v)
    WHERE e.session_id = ANY ($1::uuid[]) AND e.session IS NULL`,
};

/**
 * A new run begins as a new session does: without start, end, crashes or time waited, so the deadline is its own. Ends
 * of its ancestors before do not concern it.
 */
const RETRY: Statement = {
  name: 'retry_sessions',
  text: `WITH retried AS (
      UPDATE sessions s SET
        status = 'QUEUED', run = s.run + 1, resume_from_run = CASE WHEN $6 THEN s.run + 1 ELSE s.resume_from_run END,
        definition_id = coalesce(i.definition_id, s.definition_id),
        workflow_version = CASE WHEN i.definition_id IS NULL THEN s.workflow_version ELSE i.version END,
        enqueue_number = s.enqueue_number + 1,
        enqueued_at = CASE WHEN i.concurrency_key IS NOT NULL THEN 'infinity' WHEN $7 THEN clock_timestamp() END,
        output = NULL, ordered_output = NULL, output_bytes = NULL, error = NULL, started_at = NULL, finished_at = NULL,
        due_at = NULL, waiting_since = NULL, waited_ms = 0, crashes = 0,
        tree_number = CASE WHEN s.parent_id IS NOT NULL THEN nextval('tree_numbers') END
      FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::text[])
        AS i(session_id, definition_id, version, concurrency_key, order_key)
      WHERE s.id = i.session_id
      RETURNING s.id, s.organization_id, s.workflow_id, s.enqueue_number, i.concurrency_key, i.order_key
    ), ${holdSessions('retried', true)}, batch AS (
      INSERT INTO enqueued_batches (id, session_ids)
      SELECT $8, array_agg(id) FROM retried WHERE $7 AND concurrency_key IS NULL HAVING count(*) > 0
    )
    SELECT id, CASE WHEN concurrency_key IS NULL THEN enqueue_number END AS "enqueueNumber" FROM retried`,
};

/**
 * Starts a new run of FAILED and CANCELLED sessions: from the failed step (steps of earlier runs count as done) or from
 * the start, on the pinned definition or the latest (PROD: the published version, TEST: the draft).
 *
 * @param keysOf made by `retryKeys` for this transaction
 * @param maxRuns of one session, its first one included
 * @returns the result of each by its id, without sessions that the organization does not have
 */
export async function retrySessions(
  query: Query,
  keysOf: RetryKeys,
  organizationId: string,
  sessionIds: string[],
  { maxRuns = MAX_RUNS, ...options }: RetryOptions & Pick<RetryLimits, 'maxRuns'>,
): Promise<Map<string, RetriedSession>> {
  const sessions = await query<LockedSession>(LOCK, [plainArray(sessionIds), organizationId]);
  const outcomes = new Map<string, RetriedSession>();
  const chosen: ChosenSession[] = [];
  for (const session of sessions) {
    const { id, status, run } = session;
    if (status === 'SUCCEEDED') outcomes.set(id, { kind: 'succeeded' });
    else if (status !== 'FAILED' && status !== 'CANCELLED') outcomes.set(id, { kind: 'not-terminal' });
    else if (run >= maxRuns) outcomes.set(id, { kind: 'no-runs-left' });
    else {
      const latest = options.version === 'pinned' ? PINNED : await readLatest(query, organizationId, session);
      if (latest === null) outcomes.set(id, { kind: 'unpublished' });
      else chosen.push({ ...session, latest });
    }
  }
  if (chosen.length === 0) return outcomes;
  const ids = chosen.map(({ id }) => id);
  await closeGatheringsOf(query, ids);
  const keys = await keysOf(query, chosen);
  await query(KEEP_EVENTS, [plainArray(ids)]);
  const uncounted = new Set(await leaveBatches(query, ids));
  const rows = await query<{ id: string; enqueueNumber: number | null }>(RETRY, [
    plainArray(ids),
    plainArray(chosen.map(({ latest }) => latest.definitionId)),
    plainArray(chosen.map(({ latest }) => latest.version)),
    ...flowKeyColumns(ids.map((id) => keys.get(id))),
    options.from === 'start',
    options.enqueue,
    timeOrderedId(),
  ]);
  for (const { id, enqueueNumber } of rows) outcomes.set(id, { kind: 'retried', enqueueNumber });
  const counted = chosen.filter(({ id }) => !uncounted.has(id));
  await uncountEnds(
    query,
    counted.map((session) => ({ ...session, organizationId })),
  );
  return outcomes;
}

interface LockedSession {
  id: string;
  status: SessionStatus;
  run: number;
  mode: SessionMode;
  workflowId: string;
  finishedAt: Date | null;
}

interface Latest {
  /** null: the pinned one stays. */
  definitionId: string | null;
  version: number | null;
}

type ChosenSession = LockedSession & { latest: Latest };

const PINNED: Latest = { definitionId: null, version: null };

const READ_LATEST: Statement = {
  name: 'read_latest_definition',
  text: `SELECT w.draft, w.published_version AS version, v.definition_id AS "definitionId", d.content->'test' AS test
    FROM sessions s
    JOIN workflows w ON w.id = s.workflow_id AND w.organization_id = $2 AND w.deleted_at IS NULL
    LEFT JOIN workflow_versions v ON v.workflow_id = w.id AND v.number = w.published_version
    LEFT JOIN definitions d ON d.id = s.definition_id
    WHERE s.id = $1`,
};

/** null: the workflow has no published version, or is deleted. Pins of a TEST session stay. */
async function readLatest(query: Query, organizationId: string, session: LockedSession): Promise<Latest | null> {
  const [workflow] = await query<{
    draft: Definition;
    version: number | null;
    definitionId: string | null;
    test: TestSettings | null;
  }>(READ_LATEST, [session.id, organizationId]);
  if (workflow === undefined) return null;
  const { draft, version, definitionId, test } = workflow;
  if (session.mode === 'PROD') return definitionId === null ? null : { definitionId, version };
  const definition = test === null ? draft : { ...draft, test };
  return {
    definitionId: await snapshotDefinition(query, organizationId, session.workflowId, definition),
    version: null,
  };
}
