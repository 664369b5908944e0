import { DEFAULT_POOL, PRIORITIES, type Priority } from '@workflow/workflow-model';
import { BACKLOGGED_ORGANIZATIONS, IN_FLIGHT } from '../dispatch/backlog-sql.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { timeOfUuidv7 } from '../ids/uuidv7-time.ts';
import { isInBacklog, isInBacklogByPrecedence, waitsUntilDue } from '../queued/queued-states.ts';

/** Waiting and running sessions. Sessions that flow control, a pause or a quota holds do not count. */
interface Waiting {
  /** Sessions that are only in PostgreSQL, including due ones, counted up to 100,000. */
  backlog: number;
  /** Sessions in the queue that no executor has claimed. */
  enqueued: number;
  running: number;
  /** Seconds since the longest waiting session was accepted or due; 0 if none waits. */
  oldestWaitingSeconds: number;
}

/** The load of one organization. */
interface OrganizationLoad {
  organizationId: string;
  backlog: number;
  /** Sessions in the queue or running. */
  inFlight: number;
}

/** The load of one executor pool. */
interface PoolLoad extends Waiting {
  pool: string;
  /** Living executors that take sessions, and the slots of all of them. */
  executors: number;
  slots: number;
}

/** The load of all organizations. */
export interface Load extends Waiting {
  /** By pool and priority. */
  parts: (Waiting & { pool: string; priority: Priority })[];
  /** The pools that have executors, and up to 100 others with sessions that wait or run. */
  pools: PoolLoad[];
  /** The organizations with most sessions, at most 20. */
  busiest: OrganizationLoad[];
  executors: number;
  slots: number;
}

/** Maximum that is counted. It exceeds what executors can handle, so an exact number is not worth its cost. */
const MAX_COUNTED = 100_000;
/** Limits the number of metric series, which cost the monitoring memory. */
const MAX_ORGANIZATIONS = 20;
/** Definitions may name any pool, so the number of shown pools without executors is limited. */
const MAX_POOLS_WITHOUT_EXECUTORS = 100;

const WAITS = "state <> 'running'";
const WAITS_FOR_FIRST_START = `${WAITS} AND status = 'QUEUED' AND run = 1 AND started_at IS NULL`;

/**
 * Returns a row for each pool and priority. In its first run a session waits since its acceptance, whose time is in its
 * id, and a delayed one since its start. The start of a retry is not recorded, so the oldest session ignores retried
 * ones until they are enqueued.
 */
const READ = statement<{ executorDeadAfterMs: number }, LoadRow>()(
  'read_load',
  `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}, lanes AS (
      SELECT b.organization_id, (SELECT s.pool FROM sessions s WHERE s.organization_id = b.organization_id
        AND ${isInBacklogByPrecedence('s')} ORDER BY s.pool LIMIT 1) AS pool
      FROM backlogged b WHERE b.organization_id IS NOT NULL
      UNION ALL
      SELECT l.organization_id, (SELECT s.pool FROM sessions s WHERE s.organization_id = l.organization_id
        AND ${isInBacklogByPrecedence('s')} AND s.pool > l.pool ORDER BY s.pool LIMIT 1)
      FROM lanes l WHERE l.pool IS NOT NULL
    ), in_flight AS MATERIALIZED (
      SELECT s.* FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
      CROSS JOIN LATERAL (SELECT id, organization_id, pool, priority, status, run, starts_at, started_at, due_at,
          enqueued_at FROM sessions s WHERE id = l.id AND ${IN_FLIGHT} OFFSET 0) s
    ), due AS MATERIALIZED (
      SELECT organization_id, pool, priority, due_at FROM sessions
      WHERE ${waitsUntilDue()} AND due_at <= now() LIMIT ${MAX_COUNTED}
    ), alive AS MATERIALIZED (
      SELECT pool, count(*)::int AS executors, sum(concurrency)::int AS slots FROM executors
      WHERE NOT draining AND heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond'
      GROUP BY pool
    ), pools AS MATERIALIZED (
      SELECT pool, executors, slots FROM alive
      UNION ALL
      (SELECT pool, 0, 0 FROM (SELECT '${DEFAULT_POOL}' AS pool UNION SELECT pool FROM lanes
          UNION SELECT pool FROM in_flight UNION SELECT pool FROM due) named
        WHERE pool IS NOT NULL AND pool NOT IN (SELECT pool FROM alive)
        ORDER BY pool <> '${DEFAULT_POOL}', pool LIMIT ${MAX_POOLS_WITHOUT_EXECUTORS})
    ), quotas AS MATERIALIZED (
      SELECT q.organization_id, greatest(0, q.max_concurrent_sessions
        - (SELECT count(*) FROM in_flight f WHERE f.organization_id = q.organization_id)) AS places
      FROM organization_quotas q WHERE q.max_concurrent_sessions IS NOT NULL
        AND q.organization_id = ANY (ARRAY(SELECT organization_id FROM backlogged))
    ), backlog AS MATERIALIZED (
      SELECT s.* FROM pools p CROSS JOIN LATERAL (
        SELECT s.* FROM lanes l LEFT JOIN quotas q ON q.organization_id = l.organization_id CROSS JOIN LATERAL (
          SELECT id, organization_id, pool, priority, status, run, starts_at, started_at, due_at FROM sessions s
          WHERE s.organization_id = l.organization_id AND s.pool = l.pool AND ${isInBacklogByPrecedence('s')}
          LIMIT coalesce(q.places, ${MAX_COUNTED})) s
        WHERE l.pool = p.pool LIMIT ${MAX_COUNTED}) s
    ), every AS (
      SELECT 'backlog' AS state, id, pool, priority, status, run, starts_at, started_at, due_at,
        NULL::timestamptz AS enqueued_at FROM backlog
      UNION ALL SELECT 'backlog', NULL, pool, priority, 'WAITING', 1, NULL, NULL, due_at, NULL FROM due
      UNION ALL SELECT CASE WHEN status = 'RUNNING' THEN 'running' ELSE 'enqueued' END, id, pool, priority, status, run,
        starts_at, started_at, due_at, enqueued_at FROM in_flight
      UNION ALL SELECT 'oldest', s.id, s.pool, s.priority, s.status, s.run, s.starts_at, s.started_at, s.due_at, NULL
        FROM backlogged b CROSS JOIN LATERAL (SELECT * FROM sessions
          WHERE organization_id = b.organization_id AND ${isInBacklog()} ORDER BY id LIMIT 1) s
        WHERE b.organization_id <> ALL (ARRAY(SELECT organization_id FROM quotas))
    ), counted AS (
      SELECT pool, priority, count(*) FILTER (WHERE state = 'backlog')::int AS backlog,
        count(*) FILTER (WHERE state = 'enqueued')::int AS enqueued,
        count(*) FILTER (WHERE state = 'running')::int AS running,
        min(id::text) FILTER (WHERE ${WAITS_FOR_FIRST_START} AND starts_at IS NULL) AS oldest_id,
        least(min(due_at) FILTER (WHERE ${WAITS} AND status = 'WAITING'),
          min(starts_at) FILTER (WHERE ${WAITS_FOR_FIRST_START}),
          min(enqueued_at) FILTER (
            WHERE ${WAITS} AND status = 'QUEUED' AND (run > 1 OR started_at IS NOT NULL))) AS oldest_since
      FROM every GROUP BY pool, priority
    ), busiest AS (
      SELECT organization_id AS "organizationId", count(*) FILTER (WHERE NOT flies) AS backlog,
        count(*) FILTER (WHERE flies) AS "inFlight"
      FROM (SELECT organization_id, false FROM backlog UNION ALL SELECT organization_id, false FROM due
        UNION ALL SELECT organization_id, true FROM in_flight) AS each(organization_id, flies)
      GROUP BY organization_id ORDER BY count(*) DESC, organization_id LIMIT ${MAX_ORGANIZATIONS}
    )
    SELECT p.pool, p.executors, p.slots, r.priority, coalesce(c.backlog, 0) AS backlog,
      coalesce(c.enqueued, 0) AS enqueued, coalesce(c.running, 0) AS running, c.oldest_id AS "oldestId",
      c.oldest_since AS "oldestSince", (SELECT coalesce(json_agg(b), '[]') FROM busiest b) AS busiest,
      clock_timestamp() AS now
    FROM pools p CROSS JOIN generate_series(0, ${PRIORITIES.length - 1}) AS r(priority)
    LEFT JOIN counted c ON c.pool = p.pool AND c.priority = r.priority ORDER BY p.pool, r.priority`,
  {
    pool: 'text',
    executors: 'int4',
    slots: 'int4',
    priority: 'int4',
    backlog: 'int4',
    enqueued: 'int4',
    running: 'int4',
    oldestId: 'text?',
    oldestSince: 'timestamptz?',
    busiest: 'json',
    now: 'timestamptz',
  },
);

type LoadRow = Omit<PoolLoad, 'oldestWaitingSeconds'> & {
  priority: number;
  oldestId: string | null;
  oldestSince: Date | null;
  busiest: OrganizationLoad[];
  now: Date;
};

/** Reads the load of all organizations. @throws StoreUnavailableError */
export async function readLoad(sql: Sql, executorDeadAfterMs: number): Promise<Load> {
  const rows = await sql.query(...READ.with({ executorDeadAfterMs }));
  const pools = [...Map.groupBy(rows, ({ pool }) => pool)].map(([pool, rowsOfPool]) => {
    const { executors, slots } = rowsOfPool[0] as LoadRow;
    return { pool, executors, slots, ...addUp(rowsOfPool.map(waitingOf)) };
  });
  return {
    ...addUp(pools),
    parts: rows.map((row) => ({
      pool: row.pool,
      priority: PRIORITIES[row.priority] as Priority,
      ...waitingOf(row),
    })),
    pools,
    busiest: rows[0]!.busiest,
    executors: pools.reduce((sum, { executors }) => sum + executors, 0),
    slots: pools.reduce((sum, { slots }) => sum + slots, 0),
  };
}

function addUp(parts: readonly Waiting[]): Waiting {
  const sum = (count: (part: Waiting) => number): number => parts.reduce((total, part) => total + count(part), 0);
  return {
    backlog: sum((part) => part.backlog),
    enqueued: sum((part) => part.enqueued),
    running: sum((part) => part.running),
    oldestWaitingSeconds: Math.max(0, ...parts.map((part) => part.oldestWaitingSeconds)),
  };
}

function waitingOf({ backlog, enqueued, running, oldestId, oldestSince, now }: LoadRow): Waiting {
  const since = Math.min(
    oldestId === null ? Infinity : timeOfUuidv7(oldestId).getTime(),
    oldestSince?.getTime() ?? Infinity,
  );
  const oldestWaitingSeconds = since === Infinity ? 0 : Math.max(0, now.getTime() - since) / 1_000;
  return { backlog, enqueued, running, oldestWaitingSeconds };
}
