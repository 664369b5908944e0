import { PRIORITIES, type Priority } from '@workflow/workflow-model';
import { BACKLOGGED_ORGANIZATIONS, KIND, NORMAL } from './backlog-sql.ts';
import { chooseByPrecedence, type Candidate, type Turns } from './precedence.ts';
import { plainArray } from '../postgres/sql-arrays.ts';
import type { Query, Sql, Statement } from '../postgres/sql.ts';
import { enterFlow } from '../rows/flow-entries.ts';
import { startsPaused } from '../rows/starts-paused.ts';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { scoped, scopeValues, type Scope } from '../postgres/scoped.ts';

/** A session to enqueue. */
export interface EnqueuedSession {
  sessionId: string;
  organizationId: string;
  workflowId: string;
  enqueueNumber: number;
}

/**
 * A session `s` of the backlog, said as the index `sessions_turns_idx` says it. Of two indexes that answer a query the
 * planner takes the smaller one, as long as statistics tell of no long backlog: it would read all of it.
 */
const IN_BACKLOG = `coalesce(s.enqueued_at, '-infinity') = '-infinity'`;

/** Due sessions that one round moves. */
const MAX_DUE = 1_000;
const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Due sessions join the backlog, where they take their organization's turn like all others. The first and last session
 * of an organization's backlog in order of precedence show whether all of it is of one kind.
 */
const LOOK = scoped(
  'look_for_waiting',
  1,
  (isServed) => `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}, due AS (
      UPDATE sessions SET enqueued_at = NULL WHERE id = ANY (ARRAY(
        SELECT id FROM sessions WHERE enqueued_at < due_at AND due_at <= now()${isServed('organization_id')}
        ORDER BY due_at LIMIT ${MAX_DUE}
        FOR NO KEY UPDATE SKIP LOCKED))
      RETURNING organization_id
    ), waiting AS (
      SELECT organization_id FROM backlogged WHERE organization_id IS NOT NULL${isServed('organization_id')}
      UNION SELECT organization_id FROM due
    )
    SELECT w.organization_id AS "organizationId", first.kind AS "firstKind", last.kind AS "lastKind",
      coalesce(first.priority <> last.priority OR first.priority <> ${NORMAL}, false) AS ranked,
      q.max_concurrent_sessions AS "maxConcurrentSessions"
    FROM waiting w
    LEFT JOIN organization_quotas q ON q.organization_id = w.organization_id
    LEFT JOIN LATERAL (SELECT ${KIND} AS kind, s.priority FROM sessions s
      WHERE s.organization_id = w.organization_id AND ${IN_BACKLOG}
      ORDER BY s.priority, s.workflow_id LIMIT 1) first ON true
    LEFT JOIN LATERAL (SELECT ${KIND} AS kind, s.priority FROM sessions s
      WHERE s.organization_id = w.organization_id AND ${IN_BACKLOG}
      ORDER BY s.priority DESC, s.workflow_id DESC LIMIT 1) last ON true`,
);

/**
 * The oldest of each workflow of the backlog, workflows in turn: those after the one that was served last ($4) come
 * first. Of each priority at most twice as many as there are places, and no more than these of a single workflow.
 */
const FIND: Statement = {
  name: 'find_in_backlog',
  text: `SELECT s.id, p.organization_id AS "organizationId", p.priority, w.workflow_id AS "workflowId"
    FROM unnest($1::uuid[], $2::int[], $3::int[], $4::uuid[]) AS p(organization_id, places, priority, after)
    CROSS JOIN LATERAL (
      SELECT h.half, l.workflow_id, count(*) OVER () AS workflows
      FROM (VALUES (0, p.after, '${LAST_UUID}'::uuid), (1, '${FIRST_UUID}'::uuid, p.after)) AS h(half, low, high)
      CROSS JOIN LATERAL (
        WITH RECURSIVE l AS (
          (SELECT s.workflow_id, 1 AS number FROM sessions s
            WHERE s.organization_id = p.organization_id AND s.priority = p.priority AND ${IN_BACKLOG}
              AND s.workflow_id > h.low AND s.workflow_id <= h.high
            ORDER BY s.workflow_id LIMIT 1)
          UNION ALL
          SELECT n.workflow_id, l.number + 1 FROM l CROSS JOIN LATERAL (
            SELECT s.workflow_id FROM sessions s
            WHERE s.organization_id = p.organization_id AND s.priority = p.priority AND ${IN_BACKLOG}
              AND s.workflow_id > l.workflow_id AND s.workflow_id <= h.high
            ORDER BY s.workflow_id LIMIT 1) n
          WHERE l.number < p.places
        )
        SELECT workflow_id FROM l) l) w
    CROSS JOIN LATERAL (
      SELECT o.id, row_number() OVER (ORDER BY o.id) AS turn FROM (
        SELECT s.id FROM sessions s
        WHERE s.organization_id = p.organization_id AND s.priority = p.priority AND s.workflow_id = w.workflow_id
          AND ${IN_BACKLOG}
        ORDER BY s.id LIMIT CASE w.workflows WHEN 1 THEN p.places ELSE 1 + 2 * p.places / w.workflows END) o) s
    ORDER BY p.organization_id, p.priority, s.turn, w.half, w.workflow_id`,
};

/** Paused sessions are held instead of fed. */
const TAKE: Statement = {
  name: 'take_from_backlog',
  text: `WITH chosen AS MATERIALIZED (
      SELECT id FROM sessions WHERE id = ANY ($1::uuid[]) AND enqueued_at IS NULL FOR NO KEY UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE sessions s SET enqueue_number = s.enqueue_number + 1,
        enqueued_at = CASE WHEN ${startsPaused()} THEN 'infinity' ELSE greatest(clock_timestamp(), s.due_at) END
      WHERE s.id = ANY (ARRAY(SELECT id FROM chosen))
      RETURNING s.id, s.organization_id, s.workflow_id, s.enqueue_number, s.enqueued_at, s.priority
    ), fed AS (SELECT * FROM taken WHERE enqueued_at < 'infinity'
    ), held AS (SELECT * FROM taken WHERE enqueued_at = 'infinity'
    ), ${enterFlow('held')}, batch AS (
      INSERT INTO enqueued_batches (id, session_ids) SELECT $2, array_agg(id) FROM fed HAVING count(*) > 0
    )
    SELECT id AS "sessionId", organization_id AS "organizationId", workflow_id AS "workflowId",
      enqueue_number AS "enqueueNumber", priority
    FROM fed`,
};

/** An organization with sessions in the backlog, due ones among them. */
export interface WaitingOrganization {
  organizationId: string;
  /** Of the first and the last session of the backlog in order of precedence; null: another process emptied it. */
  firstKind: number | null;
  lastKind: number | null;
  /** Some session of the backlog has another priority than normal. */
  ranked: boolean;
  /** null: no quota. */
  maxConcurrentSessions: number | null;
}

export function lookForWaiting(sql: Sql, scope: Scope): Promise<WaitingOrganization[]> {
  return sql.query<WaitingOrganization>(LOOK(scope), scopeValues(scope));
}

/** A session that was fed. */
export type FedSession = EnqueuedSession & { priority: Priority };

/** Takes sessions out of the backlog in order of precedence, as many as there are places, into an enqueued batch. */
export async function takeFromBacklog(
  query: Query,
  places: ReadonlyMap<string, number>,
  turnsOf: (organizationId: string) => Turns,
): Promise<FedSession[]> {
  const found = await findCandidates(query, places, turnsOf);
  const ids = [...places].flatMap(([organizationId, count]) =>
    chooseByPrecedence(found.get(organizationId) ?? [], count, turnsOf(organizationId)).map(({ id }) => id),
  );
  if (ids.length === 0) return [];
  const fed = await query<EnqueuedSession & { priority: number }>(TAKE, [plainArray(ids), timeOrderedId()]);
  const order = new Map(ids.map((id, index) => [id, index]));
  return fed
    .sort((a, b) => (order.get(a.sessionId) ?? 0) - (order.get(b.sessionId) ?? 0))
    .map((session) => ({ ...session, priority: PRIORITIES[session.priority] ?? 'normal' }));
}

async function findCandidates(
  query: Query,
  places: ReadonlyMap<string, number>,
  turnsOf: (organizationId: string) => Turns,
): Promise<Map<string, Candidate[]>> {
  const wanted = [...places].flatMap(([organizationId, count]) =>
    turnsOf(organizationId).lastWorkflow.map((after, priority) => ({ organizationId, count, priority, after })),
  );
  const rows = await query<Candidate>(FIND, [
    plainArray(wanted.map(({ organizationId }) => organizationId)),
    plainArray(wanted.map(({ count }) => count)),
    plainArray(wanted.map(({ priority }) => priority)),
    plainArray(wanted.map(({ after }) => after ?? FIRST_UUID)),
  ]);
  const found = new Map<string, Candidate[]>();
  for (const row of rows) {
    const own = found.get(row.organizationId);
    if (own === undefined) found.set(row.organizationId, [row]);
    else own.push(row);
  }
  return found;
}
