import { PRIORITIES, type Priority, type SessionMode, type SessionOrigin } from '@workflow/workflow-model';
import { concurrencyAfterBlocks, type BlockRules } from '../blocked/blocked-session.ts';
import { backloggedLanes, KIND, NORMAL } from './backlog-sql.ts';
import { dueOrganizations, type DueRows } from './due-organizations.ts';
import { chooseByPrecedence, type Candidate, type Turns } from './precedence.ts';
import { laneKey, laneOf, type Lane, type LaneKey } from './lanes.ts';
import { statement } from '../postgres/named-statement.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql } from '../postgres/sql.ts';
import { enterFlow } from '../queued/flow-entries.ts';
import { startsPaused } from '../queued/starts-paused.ts';
import { traceOf, type StoredTrace } from '../acceptance/stored-trace.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { scoped, type Scope } from '../postgres/scoped.ts';
import {
  HELD,
  isEnqueued,
  isHeld,
  isInBacklogById,
  isInBacklogByPrecedence,
  moveToBacklog,
  waitsUntilDue,
} from '../queued/queued-states.ts';
import { FIRST_UUID, LAST_UUID } from '../ids/uuid-limits.ts';

/** A session to enqueue. */
export interface EnqueuedSession {
  sessionId: string;
  organizationId: string;
  workflowId: string;
  /** The executor pool of its queue. */
  pool: string;
  enqueueNumber: number;
  /**
   * The start of the session. Only set if it is enqueued for the first time, has no parent, and has no large or
   * sensitive values.
   */
  start?: FirstStart;
}

/** The data that the first claim of a session would return. */
export interface FirstStart extends SessionOrigin {
  workflowId: string;
  definitionId: string;
  componentId: string;
  mode: SessionMode;
  valuesJson: string;
}

/**
 * SQL: the session `s` is in the backlog, in the terms of the index `sessions_pools_idx`. If two indexes can answer a
 * query, the planner chooses the smaller one while statistics show no long backlog, and would read all of it.
 */
const IN_BACKLOG = isInBacklogByPrecedence('s');

/** Maximum number of due sessions that one round moves. */
const MAX_DUE = 1_000;
/** The sessions whose wait ends at a time. */
export const DUE: DueRows = {
  table: 'sessions',
  timeColumn: 'due_at',
  isWaiting: waitsUntilDue(),
  maxRows: MAX_DUE,
};

/**
 * Moves due sessions to the backlog, and returns the lanes with a backlog. The first and last session of a lane in
 * order of precedence show whether all of its sessions have one kind.
 */
const LOOK = scoped<BlockRules & { pools: SqlArray }, WaitingLane>()(
  'look_for_waiting',
  (isServed) => `WITH RECURSIVE ${backloggedLanes('$pools')}, ${dueOrganizations(DUE, isServed)}, due AS (
      UPDATE sessions SET ${moveToBacklog()} WHERE id = ANY (ARRAY(
        SELECT d.id FROM due_organizations o CROSS JOIN LATERAL (
          SELECT id FROM sessions
          WHERE organization_id = o.organization_id AND ${DUE.isWaiting} AND due_at <= statement_timestamp()
          ORDER BY due_at LIMIT o.share FOR NO KEY UPDATE SKIP LOCKED) d))
      RETURNING organization_id, pool
    ), waiting AS (
      SELECT organization_id, pool FROM backlogged_lanes WHERE true${isServed('organization_id')}
      UNION SELECT organization_id, pool FROM due WHERE pool = ANY ($pools::text[])
    )
    SELECT w.organization_id AS "organizationId", w.pool, first.kind AS "firstKind", last.kind AS "lastKind",
      coalesce(first.priority <> last.priority OR first.priority <> ${NORMAL}, false) AS ranked,
      least(q.max_concurrent_sessions, ${concurrencyAfterBlocks('w.organization_id')}) AS "maxConcurrentSessions"
    FROM waiting w
    LEFT JOIN organization_quotas q ON q.organization_id = w.organization_id
    LEFT JOIN LATERAL (SELECT ${KIND} AS kind, s.priority FROM sessions s
      WHERE s.organization_id = w.organization_id AND s.pool = w.pool AND ${IN_BACKLOG}
      ORDER BY s.priority, s.workflow_id LIMIT 1) first ON true
    LEFT JOIN LATERAL (SELECT ${KIND} AS kind, s.priority FROM sessions s
      WHERE s.organization_id = w.organization_id AND s.pool = w.pool AND ${IN_BACKLOG}
      ORDER BY s.priority DESC, s.workflow_id DESC LIMIT 1) last ON true`,
  {
    organizationId: 'uuid',
    pool: 'text',
    firstKind: 'int4?',
    lastKind: 'int4?',
    ranked: 'bool',
    maxConcurrentSessions: 'int4?',
  },
);

/**
 * Finds the oldest sessions of each workflow in the backlog, for each lane and priority. The rows are in the order in
 * which workflows take turns: the first session of each workflow, then the second of each. Turns continue after the
 * workflow that was served last (`after`): those with higher ids (half 0) are before the others (half 1). The rows have
 * up to twice the equal share of each workflow, because others may have fewer sessions than their share.
 */
const FIND = statement<
  Record<'organizationIds' | 'maxTaken' | 'priorities' | 'after' | 'pools', SqlArray>,
  Candidate & Lane
>()(
  'find_in_backlog',
  `SELECT s.id, p.organization_id AS "organizationId", p.pool, p.priority, w.workflow_id AS "workflowId"
    FROM unnest($organizationIds::uuid[], $maxTaken::int[], $priorities::int[], $after::uuid[], $pools::text[])
      AS p(organization_id, max_taken, priority, after, pool)
    CROSS JOIN LATERAL (
      SELECT h.half, l.workflow_id, count(*) OVER () AS workflows
      FROM (VALUES (0, p.after, '${LAST_UUID}'::uuid), (1, '${FIRST_UUID}'::uuid, p.after)) AS h(half, low, high)
      CROSS JOIN LATERAL (
        WITH RECURSIVE l AS (
          (SELECT s.workflow_id, 1 AS number FROM sessions s
            WHERE s.organization_id = p.organization_id AND s.pool = p.pool AND s.priority = p.priority
              AND ${IN_BACKLOG} AND s.workflow_id > h.low AND s.workflow_id <= h.high
            ORDER BY s.workflow_id LIMIT 1)
          UNION ALL
          SELECT n.workflow_id, l.number + 1 FROM l CROSS JOIN LATERAL (
            SELECT s.workflow_id FROM sessions s
            WHERE s.organization_id = p.organization_id AND s.pool = p.pool AND s.priority = p.priority
              AND ${IN_BACKLOG} AND s.workflow_id > l.workflow_id AND s.workflow_id <= h.high
            ORDER BY s.workflow_id LIMIT 1) n
          WHERE l.number < p.max_taken
        )
        SELECT workflow_id FROM l) l) w
    CROSS JOIN LATERAL (
      SELECT o.id, row_number() OVER (ORDER BY o.id) AS turn FROM (
        SELECT s.id FROM sessions s
        WHERE s.organization_id = p.organization_id AND s.pool = p.pool AND s.priority = p.priority
          AND s.workflow_id = w.workflow_id AND ${IN_BACKLOG}
        ORDER BY s.id LIMIT CASE w.workflows WHEN 1 THEN p.max_taken ELSE 1 + 2 * p.max_taken / w.workflows END) o) s
    ORDER BY p.organization_id, p.pool, p.priority, s.turn, w.half, w.workflow_id`,
  { id: 'uuid', organizationId: 'uuid', pool: 'text', priority: 'int4', workflowId: 'uuid' },
);

/**
 * Maximum bytes of values that one round reads, because sealing them blocks the event loop. Further sessions are
 * claimed before they run.
 */
const MAX_VALUE_BYTES_PER_ROUND = 2 * 1024 * 1024;

const STORED_BYTES = 'greatest(pg_column_size(s.placeholder_values), pg_column_size(s.ordered_values))';
/**
 * SQL of the stored bytes of the values that an executor may get before it claims a session `s`; NULL if it must claim
 * first (decision 0297). Compressed values, and values much larger than a job may carry, are not read. The text of the
 * others is measured afterwards.
 */
const VALUE_BYTES = `CASE WHEN s.enqueue_number = 1 AND s.parent_id IS NULL AND s.hidden IS NULL
          AND pg_column_compression(s.placeholder_values) IS NULL AND pg_column_compression(s.ordered_values) IS NULL
          AND ${STORED_BYTES} <= 2 * $maxJobValueBytes
        THEN ${STORED_BYTES} END`;
const VALUES_JSON = `CASE WHEN value_bytes IS NOT NULL
          AND sum(value_bytes) OVER (ROWS UNBOUNDED PRECEDING) <= ${MAX_VALUE_BYTES_PER_ROUND}
        THEN coalesce(ordered_values::text, placeholder_values::text) END`;

/**
 * Moves sessions from the backlog to the queue by their ids. Paused sessions become held instead. The condition of the
 * backlog has a form that no index has: otherwise PostgreSQL before 16 also reads a whole index of the backlog.
 */
const TAKE = statement<{ sessionIds: SqlArray; batchId: string; maxJobValueBytes: number }>()(
  'take_from_backlog',
  `WITH chosen AS MATERIALIZED (
      SELECT id FROM sessions WHERE id = ANY ($sessionIds::uuid[]) AND ${isInBacklogById()}
      FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE sessions s SET enqueue_number = s.enqueue_number + 1,
        enqueued_at = CASE WHEN ${startsPaused()} THEN ${HELD} ELSE greatest(clock_timestamp(), s.due_at) END
      WHERE s.id = ANY (ARRAY(SELECT id FROM chosen))
      RETURNING s.id, s.organization_id, s.workflow_id, s.pool, s.enqueue_number, s.enqueued_at, s.priority,
        s.definition_id, s.component_id, s.mode, s.request_id, s.traceparent, s.tracestate,
        s.placeholder_values, s.ordered_values, ${VALUE_BYTES} AS value_bytes
    ), enqueued AS (SELECT * FROM taken WHERE ${isEnqueued()}
    ), held AS (SELECT * FROM taken WHERE ${isHeld()}
    ), ${enterFlow('held')}, batch AS (
      INSERT INTO enqueued_batches (id, session_ids) SELECT $batchId, array_agg(id) FROM enqueued HAVING count(*) > 0
    )
    SELECT id AS "sessionId", organization_id AS "organizationId", workflow_id AS "workflowId", pool,
      enqueue_number AS "enqueueNumber", priority, definition_id AS "definitionId", component_id AS "componentId",
      mode, request_id AS "requestId", traceparent, tracestate,
      ${VALUES_JSON} AS "valuesJson"
    FROM enqueued`,
  {
    sessionId: 'uuid',
    organizationId: 'uuid',
    workflowId: 'uuid',
    pool: 'text',
    enqueueNumber: 'int4',
    priority: 'int4',
    definitionId: 'uuid',
    componentId: 'uuid',
    mode: 'session_mode',
    requestId: 'text?',
    traceparent: 'text?',
    tracestate: 'text?',
    valuesJson: 'text?',
  },
);

/** A lane with sessions in the backlog, including due ones. */
export interface WaitingLane extends Lane {
  /**
   * The kinds of the first and the last session of the backlog in order of precedence; null if another process emptied
   * the backlog.
   */
  firstKind: number | null;
  lastKind: number | null;
  /** True if a session of the backlog has a priority other than normal. */
  ranked: boolean;
  /**
   * The limit of concurrent sessions of its organization, by an organization quota or because its sessions blocked
   * executors; null means no limit.
   */
  maxConcurrentSessions: number | null;
}

/** @param pools whose sessions are enqueued */
export function lookForWaiting(
  sql: Sql,
  pools: readonly string[],
  scope: Scope,
  rules: BlockRules,
): Promise<WaitingLane[]> {
  return sql.query(...LOOK.with(scope, { ...rules, pools: textArray(pools) }));
}

/** A session that was enqueued. */
export type TakenSession = EnqueuedSession & { priority: Priority };

interface TakenRow extends Omit<EnqueuedSession, 'start'>, Omit<FirstStart, 'trace' | 'valuesJson'>, StoredTrace {
  priority: number;
  valuesJson: string | null;
}

/** The sessions to take out of the backlog. */
export interface Taking {
  /** The maximum number of sessions to take, by lane. */
  maxTaken: ReadonlyMap<LaneKey, number>;
  turnsOf: (lane: LaneKey) => Turns;
  /** Bytes of values of one session that a job may carry. */
  maxJobValueBytes: number;
}

/** Moves sessions from the backlog to an enqueued batch, in order of precedence. */
export async function takeFromBacklog(
  query: Query,
  { maxTaken, turnsOf, maxJobValueBytes }: Taking,
): Promise<TakenSession[]> {
  const candidates = await findCandidates(query, maxTaken, turnsOf);
  const ids = [...maxTaken].flatMap(([lane, count]) =>
    chooseByPrecedence(candidates.get(lane) ?? [], count, turnsOf(lane)).map(({ id }) => id),
  );
  if (ids.length === 0) return [];
  const rows = await query(...TAKE.with({ sessionIds: plainArray(ids), batchId: timeOrderedId(), maxJobValueBytes }));
  const order = new Map(ids.map((id, index) => [id, index]));
  return rows
    .sort((a, b) => (order.get(a.sessionId) ?? 0) - (order.get(b.sessionId) ?? 0))
    .map((row) => toTaken(row, maxJobValueBytes));
}

function toTaken({ valuesJson, ...row }: TakenRow, maxJobValueBytes: number): TakenSession {
  const { sessionId, organizationId, workflowId, pool, enqueueNumber, definitionId, componentId, mode, requestId } =
    row;
  const priority = PRIORITIES[row.priority] ?? 'normal';
  const session: TakenSession = { sessionId, organizationId, workflowId, pool, enqueueNumber, priority };
  // The text of values may be longer than its stored form.
  if (valuesJson === null || Buffer.byteLength(valuesJson) > maxJobValueBytes) return session;
  return {
    ...session,
    start: { workflowId, definitionId, componentId, mode, requestId, trace: traceOf(row), valuesJson },
  };
}

async function findCandidates(
  query: Query,
  maxTaken: ReadonlyMap<LaneKey, number>,
  turnsOf: (lane: LaneKey) => Turns,
): Promise<Map<LaneKey, Candidate[]>> {
  const parameters = [...maxTaken].flatMap(([lane, count]) =>
    turnsOf(lane).lastWorkflow.map((after, priority) => ({ ...laneOf(lane), count, priority, after })),
  );
  const rows = await query(
    ...FIND.with({
      organizationIds: plainArray(parameters.map(({ organizationId }) => organizationId)),
      maxTaken: plainArray(parameters.map(({ count }) => count)),
      priorities: plainArray(parameters.map(({ priority }) => priority)),
      after: plainArray(parameters.map(({ after }) => after ?? FIRST_UUID)),
      pools: textArray(parameters.map(({ pool }) => pool)),
    }),
  );
  return Map.groupBy(rows, laneKey);
}
