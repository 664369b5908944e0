import { DEFAULT_POOL, type SessionMode, type SessionStatus, type VersionMove } from '@workflow/workflow-model';
import { statement } from '../postgres/named-statement.ts';
import { hiddenArray, jsonArray, plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Statement } from '../postgres/sql.ts';
import { uncountEnds } from '../ends/count-ends.ts';
import { isDeletedAbove } from '../deletion/deleted-above.ts';
import { leaveBatches } from '../ends/leave-batches.ts';
import { closeGatheringsOf } from '../queued/close-gatherings.ts';
import { flowKeyColumns, holdSessions } from '../queued/flow-entries.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { orderedJson } from '../values/key-order.ts';
import { COPY_FAILURES } from './failed-session.ts';
import type { MoveOwner, Moving, PreparedMove } from './prepare-move.ts';
import { readLatest } from './read-latest.ts';
import type { RetryPreparations } from './retry-keys.ts';
import { turnKey, type AgainFromTurn } from '../steps/void-turns.ts';
import { sessionColumns } from './session-view.ts';
import { snapshotDefinition } from '../organization/snapshot-definition.ts';
import { firstState } from '../queued/queued-states.ts';
import { poolOf } from '../queued/session-pool.ts';

/**
 * The result for one session. `not-terminal`: it has not ended. `unpublished`: there is no version to retry on.
 * `no-runs-left`: it had the maximum number of runs. `no-such-turn`: it has no such turn of an agent that did not
 * succeed.
 */
export type RetriedSession =
  /** `enqueueNumber` is null if flow control holds the session. The dispatcher starts it later. */
  | { kind: 'retried'; enqueueNumber: number | null }
  | { kind: 'not-terminal' | 'succeeded' | 'unpublished' | 'no-runs-left' | 'no-such-turn' }
  /** It cannot continue with the latest version. The version is null for a draft. */
  | { kind: 'impossible'; version: number | null; reason: string };

/** Maximum number of runs. Each adds steps to its session, which a retry from the failed step reads. */
const MAX_RUNS = 100;

/** The settings of all retries of a store. */
export interface RetryLimits extends Moving {
  /** Runs of one session, including its first one. */
  maxRuns?: number | undefined;
}

export interface RetryOptions {
  from: 'failed-step' | 'start';
  version: 'pinned' | 'latest';
  /** The turn of an agent that runs again. Earlier turns count. Undefined for the turn that failed. */
  again?: AgainFromTurn | undefined;
  enqueue: boolean;
}

const LOCK = statement<{ sessionIds: SqlArray; organizationId: string }, LockedSession>()(
  'lock_sessions',
  `SELECT s.id, s.status, s.run, s.mode, s.workflow_id AS "workflowId", s.finished_at AS "finishedAt",
      s.results_from AS "resultsFrom"
    FROM sessions s WHERE s.id = ANY ($sessionIds::uuid[]) AND s.organization_id = $organizationId
      AND NOT ${isDeletedAbove('s')}
    ORDER BY s.id FOR NO KEY UPDATE OF s`,
  {
    id: 'uuid',
    status: 'session_status',
    run: 'int4',
    mode: 'session_mode',
    workflowId: 'uuid',
    finishedAt: 'timestamptz?',
    resultsFrom: 'jsonb?',
  },
);

/** Stores copies of ends that were not yet sent to event hooks. */
const COPY_ENDS: Statement = {
  name: 'copy_session_ends',
  text: `UPDATE session_events e
    SET session = (SELECT to_json(v) FROM (SELECT ${sessionColumns('s')} FROM sessions s WHERE s.id = e.session_id) v)
    WHERE e.session_id = ANY ($1::uuid[]) AND e.session IS NULL`,
};

/** The parameters of a retry. Lists have an entry for each session; settings apply to all. */
type RetryParameters = Record<
  | 'sessionIds'
  | 'definitionIds'
  | 'versions'
  | 'concurrencyKeys'
  | 'orderKeys'
  | 'resultsFrom'
  | 'moved'
  | 'shown'
  | 'orderedShown'
  | 'hidden',
  SqlArray
> & { fromStart: boolean; enqueue: boolean; batchId: string };

/** The executor pool of the new run. */
const POOL = poolOf('s', 'coalesce(i.definition_id, s.definition_id)');

/** The state of the new run. */
const FIRST_STATE = firstState(
  { held: 'i.concurrency_key IS NOT NULL', enqueued: `$enqueue AND ${POOL} = '${DEFAULT_POOL}'` },
  'clock_timestamp()',
);

/**
 * Starts new runs. Only the dispatcher enqueues sessions of other pools than `default`, because the caller does not
 * know the pool before this statement. A new run begins like a new session: without start, end, crashes or waited time,
 * so it has a new deadline. It starts now, also if it was delayed, and never expires. Earlier ends of its ancestors do
 * not affect it.
 */
const RETRY = statement<RetryParameters>()(
  'retry_sessions',
  `WITH retried AS (
      UPDATE sessions s SET
        status = 'QUEUED', run = s.run + 1,
        resume_from_run = CASE WHEN $fromStart THEN s.run + 1 ELSE s.resume_from_run END,
        definition_id = coalesce(i.definition_id, s.definition_id),
        workflow_version = CASE WHEN i.definition_id IS NULL THEN s.workflow_version ELSE i.version END,
        results_from = CASE WHEN NOT $fromStart THEN i.results_from::jsonb END,
        moved = coalesce(i.moved::jsonb, s.moved),
        placeholder_values = coalesce(i.shown::jsonb, s.placeholder_values),
        ordered_values = CASE WHEN i.shown IS NULL THEN s.ordered_values ELSE i.ordered_shown::json END,
        values_bytes = coalesce(octet_length(i.shown), s.values_bytes), hidden = coalesce(i.hidden, s.hidden),
        enqueue_number = greatest(s.enqueue_number, 1) + 1,
        enqueued_at = ${FIRST_STATE},
        pool = ${POOL},
        output = NULL, ordered_output = NULL, output_bytes = NULL, error = NULL, started_at = NULL, finished_at = NULL,
        starts_at = CASE WHEN s.starts_at IS NOT NULL THEN least(s.starts_at, clock_timestamp()) END, expires_at = NULL,
        due_at = NULL, waiting_since = NULL, waited_ms = 0, crashes = 0,
        tree_number = CASE WHEN s.parent_id IS NOT NULL THEN nextval('tree_numbers') END
      FROM unnest($sessionIds::uuid[], $definitionIds::uuid[], $versions::int[], $concurrencyKeys::text[],
          $orderKeys::text[], $resultsFrom::text[], $moved::text[], $shown::text[], $orderedShown::text[],
          $hidden::bytea[])
        AS i(session_id, definition_id, version, concurrency_key, order_key, results_from, moved, shown, ordered_shown,
          hidden)
      WHERE s.id = i.session_id
      RETURNING s.id, s.organization_id, s.workflow_id, s.enqueue_number, s.pool, i.concurrency_key, i.order_key
    ), ${holdSessions('retried', { retried: true, startsAt: 'NULL::timestamptz' })}, batch AS (
      INSERT INTO enqueued_batches (id, session_ids)
      SELECT $batchId, array_agg(id) FROM retried
      WHERE $enqueue AND concurrency_key IS NULL AND pool = '${DEFAULT_POOL}' HAVING count(*) > 0
    )
    SELECT id, CASE WHEN concurrency_key IS NULL AND pool = '${DEFAULT_POOL}' THEN enqueue_number END
      AS "enqueueNumber" FROM retried`,
  { id: 'uuid', enqueueNumber: 'int4?' },
);

/** Deletes the questions of components that changed, so that they are asked again. */
const FORGET_QUESTIONS = statement<Record<'sessionIds' | 'componentIds', SqlArray>>()(
  'forget_questions_of_moved',
  `DELETE FROM questions q USING unnest($sessionIds::uuid[], $componentIds::uuid[]) AS i(session_id, component_id)
    WHERE q.session_id = i.session_id AND q.component_id = i.component_id`,
  {},
);

/**
 * Starts new runs of FAILED and CANCELLED sessions: from the failed step, so that steps of earlier runs count as
 * completed, or from the start. They run the present definition or the latest one (PROD: the published version, TEST:
 * the draft). If a session moves to another definition, only steps of unchanged components count.
 *
 * @param maxRuns the maximum number of runs of one session, including its first one
 * @returns the result of each session by its id, without sessions that the organization does not have
 */
export async function retrySessions(
  query: Query,
  prepared: RetryPreparations,
  organizationId: string,
  sessionIds: string[],
  { maxRuns = MAX_RUNS, ...options }: RetryOptions & Pick<RetryLimits, 'maxRuns'>,
): Promise<Map<string, RetriedSession>> {
  const sessions = await query(...LOCK.with({ sessionIds: plainArray(sessionIds), organizationId }));
  const outcomes = new Map<string, RetriedSession>();
  const chosen: ChosenSession[] = [];
  for (const session of sessions) {
    const refusal = refusalOf(session, maxRuns) ?? (await refusalOfTurn(query, session, options));
    const target = refusal ?? (await targetOf(query, organizationId, session, options));
    if ('kind' in target) outcomes.set(session.id, target);
    else chosen.push({ ...session, ...target });
  }
  const moving = chosen.filter(({ owner }) => owner !== null);
  const moves = prepared.movesOf(moving.map(({ owner }) => owner as MoveOwner));
  for (const [index, session] of moving.entries()) {
    const move = moves[index] ?? null;
    if (move?.kind === 'possible') session.move = move;
    else if (move !== null)
      outcomes.set(session.id, { kind: 'impossible', version: session.version, reason: move.reason });
  }
  const going = chosen.filter(({ owner, move }) => owner === null || move !== null);
  if (going.length > 0) await startRuns(query, prepared, organizationId, going, { options, outcomes });
  return outcomes;
}

function refusalOf({ status, run }: LockedSession, maxRuns: number): RetriedSession | null {
  if (status === 'SUCCEEDED') return { kind: 'succeeded' };
  if (status !== 'FAILED' && status !== 'CANCELLED') return { kind: 'not-terminal' };
  return run >= maxRuns ? { kind: 'no-runs-left' } : null;
}

async function refusalOfTurn(
  query: Query,
  { id }: LockedSession,
  { again }: Pick<RetryOptions, 'again'>,
): Promise<RetriedSession | null> {
  return again === undefined || (await forgetTurns(query, id, again)) ? null : { kind: 'no-such-turn' };
}

/** Returns the target of the new run of a session, or a result if the latest version is requested and there is none. */
async function targetOf(
  query: Query,
  organizationId: string,
  { id: sessionId, workflowId }: LockedSession,
  { version: requestedVersion }: RetryOptions,
): Promise<Target | RetriedSession> {
  if (requestedVersion === 'pinned') return PINNED;
  const latest = await readLatest(query, organizationId, sessionId);
  if (latest === null) return { kind: 'unpublished' };
  const { draft, version, pinnedId, fromVersion } = latest;
  const definitionId =
    draft === null ? latest.definitionId : await snapshotDefinition(query, organizationId, workflowId, draft);
  if (definitionId === pinnedId) return { ...PINNED, definitionId, version };
  return { definitionId, version, fromVersion, owner: { sessionId, definitionId, pinnedId, draft }, move: null };
}

async function startRuns(
  query: Query,
  prepared: RetryPreparations,
  organizationId: string,
  chosen: readonly ChosenSession[],
  { options, outcomes }: { options: RetryOptions; outcomes: Map<string, RetriedSession> },
): Promise<void> {
  const ids = chosen.map(({ id }) => id);
  await closeGatheringsOf(query, ids);
  const keys = await prepared.keysOf(query, chosen);
  await query(COPY_ENDS, [plainArray(ids)]);
  await query(COPY_FAILURES, [plainArray(ids)]);
  const uncounted = new Set(await leaveBatches(query, ids));
  const changed = chosen.flatMap((session) =>
    changedComponents(session).map((componentId) => [session.id, componentId]),
  );
  if (changed.length > 0)
    await query(
      ...FORGET_QUESTIONS.with({
        sessionIds: plainArray(changed.map(([id]) => id!)),
        componentIds: plainArray(changed.map(([, id]) => id!)),
      }),
    );
  const hidings = chosen.map(({ move }) => move?.hiding ?? null);
  const [concurrencyKeys, orderKeys] = flowKeyColumns(ids.map((id) => keys.get(id)));
  const rows = await query(
    ...RETRY.with({
      sessionIds: plainArray(ids),
      definitionIds: plainArray(chosen.map(({ definitionId }) => definitionId)),
      versions: plainArray(chosen.map(({ version }) => version)),
      concurrencyKeys,
      orderKeys,
      resultsFrom: jsonArray(chosen.map((session) => resultsFrom(session, options.again))),
      moved: jsonArray(chosen.map(movedTo)),
      shown: jsonArray(hidings.map((hiding) => hiding?.shown ?? null)),
      orderedShown: textArray(hidings.map((hiding) => (hiding === null ? null : orderedJson(hiding.shown)))),
      hidden: hiddenArray(hidings.map((hiding) => hiding?.sealed)),
      fromStart: options.from === 'start',
      enqueue: options.enqueue,
      batchId: timeOrderedId(),
    }),
  );
  for (const { id, enqueueNumber } of rows) outcomes.set(id, { kind: 'retried', enqueueNumber });
  const counted = chosen.filter(({ id }) => !uncounted.has(id));
  await uncountEnds(
    query,
    counted.map((session) => ({ ...session, organizationId })),
  );
}

/** Returns the components of a moving session whose earlier results do not count. */
function changedComponents({ move }: ChosenSession): string[] {
  return (move?.changes ?? []).map(({ componentId }) => componentId);
}

/**
 * Returns the run from which on steps count, by component, including components that the other definition does not
 * have. Items of a body count from the run at the component with which it begins.
 */
function resultsFrom(session: ChosenSession, again: AgainFromTurn | undefined): Record<string, number> | null {
  const changed = [
    ...changedComponents(session),
    ...(session.move?.changedBodies ?? []),
    ...(again === undefined ? [] : [turnKey(again)]),
  ];
  if (changed.length === 0) return session.resultsFrom;
  return { ...session.resultsFrom, ...Object.fromEntries(changed.map((key) => [key, session.run + 1])) };
}

function movedTo({ move, run, fromVersion, version }: ChosenSession): VersionMove | null {
  return move === null ? null : { run: run + 1, fromVersion, toVersion: version, changes: move.changes };
}

interface LockedSession {
  id: string;
  status: SessionStatus;
  run: number;
  mode: SessionMode;
  workflowId: string;
  finishedAt: Date | null;
  resultsFrom: Record<string, number> | null;
}

/** The definition of a new run. */
interface Target {
  /** Null for the present definition. */
  definitionId: string | null;
  version: number | null;
  fromVersion: number | null;
  /** Null if it is the session's present definition. */
  owner: MoveOwner | null;
  /** null until it is prepared. */
  move: Extract<PreparedMove, { kind: 'possible' }> | null;
}

type ChosenSession = LockedSession & Target;

const PINNED: Target = { definitionId: null, version: null, fromVersion: null, owner: null, move: null };

/**
 * Finds the turn. The step of an agent that succeeded never runs again, because later components may have read its
 * result.
 */
const FIND = statement<{ sessionId: string; componentId: string; turn: number }>()(
  'find_turn_to_repeat',
  `SELECT t.iteration AS number FROM sessions s JOIN steps t ON t.session_id = s.id
    WHERE s.id = $sessionId AND t.component_id = $componentId AND t.part->>'kind' = 'turn'
      AND (t.part->>'turn')::int = $turn AND t.run >= s.resume_from_run
      AND NOT EXISTS (SELECT FROM steps w WHERE w.session_id = s.id AND w.component_id = $componentId AND w.part IS NULL
        AND w.status = 'SUCCEEDED' AND w.run >= s.resume_from_run)
    ORDER BY t.run DESC LIMIT 1`,
  { number: 'int4' },
);

/** Deletes questions. The calls of a void turn are repeated as new calls, so a person decides about them again. */
const FORGET = statement<{ sessionId: string; componentId: string; iteration: number }>()(
  'forget_questions_of_turns',
  'DELETE FROM questions WHERE session_id = $sessionId AND component_id = $componentId AND iteration > $iteration',
  {},
);

/** Deletes the questions of the turn and of later ones. Returns false if the session has no such turn. */
async function forgetTurns(query: Query, sessionId: string, { componentId, turn }: AgainFromTurn): Promise<boolean> {
  const [row] = await query(...FIND.with({ sessionId, componentId, turn }));
  if (row === undefined) return false;
  await query(...FORGET.with({ sessionId, componentId, iteration: row.number }));
  return true;
}
