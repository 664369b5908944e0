import { PRIORITIES, type Priority } from '@workflow/workflow-model';
import { BACKLOGGED_ORGANIZATIONS, IN_FLIGHT } from '../dispatch/backlog-sql.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import { timeOfUuidv7 } from '../ids/uuidv7-time.ts';
import { isInBacklog } from '../rows/queued-states.ts';

/** Waiting and running sessions at one moment, without those that flow control, a pause or a quota holds. */
interface Waiting {
  /** Sessions that are only in PostgreSQL, including due ones, counted up to 100,000. */
  backlog: number;
  /** Sessions in the queue that are not taken yet. */
  enqueued: number;
  running: number;
  /** Seconds since the longest waiting session was accepted or due; 0 if none waits. */
  oldestWaitingSeconds: number;
}

/** The same for one organization. */
interface OrganizationLoad {
  organizationId: string;
  backlog: number;
  /** Sessions in the queue or running. */
  inFlight: number;
}

/** The load of all organizations. */
export interface Load extends Waiting {
  byPriority: Record<Priority, Waiting>;
  /** The organizations with most sessions, at most 20. */
  busiest: OrganizationLoad[];
  /** Living executors that take sessions, and the slots of all of them. */
  executors: number;
  slots: number;
}

/** More than any number of executors could take at once, so an exact count is not worth its time. */
const MAX_COUNTED = 100_000;
/** More series would cost the monitoring more than they are worth. */
const MAX_ORGANIZATIONS = 20;

/**
 * Returns a row for each priority. In its first run a session waits since its acceptance, whose time is in its id. The
 * start of a retry is not recorded, so a retried session is considered for the oldest only when it is enqueued.
 */
const READ: Statement = {
  name: 'read_load',
  text: `WITH RECURSIVE ${BACKLOGGED_ORGANIZATIONS}, in_flight AS MATERIALIZED (
      SELECT s.* FROM (SELECT DISTINCT unnest(session_ids) AS id FROM enqueued_batches) l
      CROSS JOIN LATERAL (SELECT id, organization_id, priority, status, run, started_at, due_at, enqueued_at
        FROM sessions s WHERE id = l.id AND ${IN_FLIGHT} OFFSET 0) s
    ), quotas AS MATERIALIZED (
      SELECT q.organization_id, greatest(0, q.max_concurrent_sessions
        - (SELECT count(*) FROM in_flight f WHERE f.organization_id = q.organization_id)) AS places
      FROM organization_quotas q WHERE q.max_concurrent_sessions IS NOT NULL
        AND q.organization_id = ANY (ARRAY(SELECT organization_id FROM backlogged))
    ), backlog AS MATERIALIZED (
      (SELECT id, organization_id, priority, status, run, started_at, due_at FROM sessions
        WHERE ${isInBacklog()} AND organization_id <> ALL (ARRAY(SELECT organization_id FROM quotas))
        LIMIT ${MAX_COUNTED})
      UNION ALL SELECT s.* FROM quotas q CROSS JOIN LATERAL (
        SELECT id, organization_id, priority, status, run, started_at, due_at FROM sessions
        WHERE organization_id = q.organization_id AND ${isInBacklog()} ORDER BY id LIMIT q.places) s
    ), due AS MATERIALIZED (
      SELECT organization_id, priority, due_at FROM sessions
      WHERE enqueued_at < due_at AND due_at <= now() LIMIT ${MAX_COUNTED}
    ), waiting AS (
      SELECT id, priority, status, run, started_at, due_at, enqueued_at FROM in_flight WHERE status <> 'RUNNING'
      UNION ALL SELECT id, priority, status, run, started_at, due_at, NULL FROM backlog
      UNION ALL SELECT s.id, s.priority, s.status, s.run, s.started_at, s.due_at, NULL FROM backlogged b
        CROSS JOIN LATERAL (SELECT * FROM sessions
          WHERE organization_id = b.organization_id AND ${isInBacklog()} ORDER BY id LIMIT 1) s
        WHERE b.organization_id <> ALL (ARRAY(SELECT organization_id FROM quotas))
    ), busiest AS (
      SELECT organization_id AS "organizationId", count(*) FILTER (WHERE NOT flies) AS backlog,
        count(*) FILTER (WHERE flies) AS "inFlight"
      FROM (SELECT organization_id, false FROM backlog UNION ALL SELECT organization_id, false FROM due
        UNION ALL SELECT organization_id, true FROM in_flight) AS each(organization_id, flies)
      GROUP BY organization_id ORDER BY count(*) DESC, organization_id LIMIT ${MAX_ORGANIZATIONS}
    )
    SELECT p.priority, (SELECT count(*) FROM backlog b WHERE b.priority = p.priority)::int
        + (SELECT count(*) FROM due d WHERE d.priority = p.priority)::int AS backlog,
      (SELECT count(*) FROM in_flight f WHERE f.priority = p.priority AND f.status <> 'RUNNING')::int AS enqueued,
      (SELECT count(*) FROM in_flight f WHERE f.priority = p.priority AND f.status = 'RUNNING')::int AS running,
      (SELECT min(id::text) FROM waiting w
        WHERE w.priority = p.priority AND w.status = 'QUEUED' AND w.run = 1 AND w.started_at IS NULL) AS "oldestId",
      least((SELECT min(due_at) FROM due d WHERE d.priority = p.priority),
        (SELECT min(due_at) FROM waiting w WHERE w.priority = p.priority AND w.status = 'WAITING'),
        (SELECT min(enqueued_at) FROM waiting w WHERE w.priority = p.priority AND w.status = 'QUEUED'
          AND (w.run > 1 OR w.started_at IS NOT NULL))) AS "oldestSince",
      (SELECT coalesce(json_agg(b), '[]') FROM busiest b) AS busiest,
      clock_timestamp() AS now,
      (SELECT count(*)::int FROM executors WHERE NOT draining
        AND heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond') AS executors,
      (SELECT coalesce(sum(concurrency), 0)::int FROM executors WHERE NOT draining
        AND heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond') AS slots
    FROM generate_series(0, ${PRIORITIES.length - 1}) AS p(priority) ORDER BY p.priority`,
};

type LoadRow = Omit<Load, 'byPriority' | 'oldestWaitingSeconds'> & {
  oldestId: string | null;
  oldestSince: Date | null;
  now: Date;
};

/** Reads the load of all organizations. @throws StoreUnavailableError */
export async function readLoad(sql: Sql, executorDeadAfterMs: number): Promise<Load> {
  const rows = await sql.query<LoadRow>(READ, [executorDeadAfterMs]);
  const [first] = rows;
  if (first === undefined) throw new Error('counting gave no row');
  const waiting = rows.map(waitingOf);
  const sum = (count: (part: Waiting) => number): number => waiting.reduce((total, part) => total + count(part), 0);
  return {
    backlog: sum((part) => part.backlog),
    enqueued: sum((part) => part.enqueued),
    running: sum((part) => part.running),
    oldestWaitingSeconds: Math.max(...waiting.map((part) => part.oldestWaitingSeconds)),
    byPriority: Object.fromEntries(
      PRIORITIES.map((priority, index) => [priority, waiting[index] as Waiting]),
    ) as Load['byPriority'],
    busiest: first.busiest,
    executors: first.executors,
    slots: first.slots,
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
