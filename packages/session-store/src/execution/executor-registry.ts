import { DEFAULT_POOL } from '@workflow/workflow-model';
import type { Fence } from './claim-sessions.ts';
import { plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

export interface ExecutorView {
  id: string;
  host: string;
  pool: string;
  concurrency: number;
  running: number;
  draining: boolean;
  startedAt: string;
  alive: boolean;
}

/** An executor that registers. Its pool is `default` if left out. */
interface NewExecutor {
  id: string;
  host: string;
  pool?: string;
  concurrency: number;
}

const UNKNOWN = { host: 'unknown', pool: DEFAULT_POOL, concurrency: 0 };

/** Writes a heartbeat. Registers the executor again if it was considered dead and its row was deleted. */
const BEAT = `INSERT INTO executors (id, host, concurrency, running, draining, pool)
  VALUES ($executorId, $host, $concurrency, $running, $draining, $pool)
  ON CONFLICT (id) DO UPDATE SET running = excluded.running, draining = excluded.draining,
    heartbeat_at = clock_timestamp()`;

/** Records, at most every 5 s, that the pool has an executor that takes sessions. */
const SEE_POOL = `INSERT INTO executor_pools (name) SELECT $pool WHERE NOT $draining::boolean AND NOT EXISTS (
    SELECT FROM executor_pools WHERE name = $pool AND seen_at > clock_timestamp() - interval '5 seconds')
  ON CONFLICT (name) DO UPDATE SET seen_at = clock_timestamp()`;

interface Beat {
  executorId: string;
  host: string;
  concurrency: number;
  running: number;
  draining: boolean;
  pool: string;
}

const REGISTER = statement<Beat>()(
  'register_executor',
  `WITH seen AS (${SEE_POOL}) ${BEAT} RETURNING clock_timestamp() AS now`,
  { now: 'timestamptz' },
);

const HEARTBEAT = statement<Beat & { sessionIds: SqlArray; claimNumbers: SqlArray }>()(
  'heartbeat',
  `WITH seen AS (${SEE_POOL}), beat AS (${BEAT} RETURNING drain_requested_at)
    SELECT drain_requested_at IS NOT NULL AS "drainRequested", clock_timestamp() AS now, ARRAY(
      SELECT h.session_id FROM unnest($sessionIds::uuid[], $claimNumbers::int[]) AS h(session_id, claim_number)
      WHERE NOT EXISTS (SELECT FROM sessions s
        WHERE s.id = h.session_id AND s.claim_number = h.claim_number AND s.status = 'RUNNING')) AS lost
    FROM beat`,
  { drainRequested: 'bool', now: 'timestamptz', lost: 'uuid[]' },
);

/** Finds running sessions by the enqueued batches, which contain all of them, because no index has the status. */
const ORPHANED = statement<{ executorId: string; active: SqlArray }>()(
  'find_orphaned_claims',
  `SELECT s.id AS "sessionId", s.claim_number AS "claimNumber"
    FROM enqueued_batches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
    CROSS JOIN LATERAL (SELECT id, claim_number, status, executor_id FROM sessions WHERE id = u.session_id OFFSET 0) s
    WHERE s.status = 'RUNNING' AND s.executor_id = $executorId AND s.id <> ALL ($active::uuid[])`,
  { sessionId: 'uuid', claimNumber: 'int4' },
);

const UNREGISTER: Statement = { name: 'unregister_executor', text: 'DELETE FROM executors WHERE id = $1' };

const LIST = statement<{ executorDeadAfterMs: number }>()(
  'list_executors',
  `SELECT id, host, pool, concurrency, running, draining, started_at AS "startedAt",
      heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond' AS alive
    FROM executors ORDER BY started_at, id`,
  {
    id: 'uuid',
    host: 'text',
    pool: 'text',
    concurrency: 'int4',
    running: 'int4',
    draining: 'bool',
    startedAt: 'timestamptz',
    alive: 'bool',
  },
);

/** Opens the registry of executors and their heartbeats, by PostgreSQL's clock. */
export function openExecutorRegistry(sql: Sql, executorDeadAfterMs: number) {
  const registered = new Map<string, { host: string; pool: string; concurrency: number }>();
  return {
    /** Returns PostgreSQL's time. */
    registerExecutor: async ({ id, host, pool = DEFAULT_POOL, concurrency }: NewExecutor): Promise<{ now: Date }> => {
      registered.set(id, { host, pool, concurrency });
      const [answer] = await sql.query(
        ...REGISTER.with({ executorId: id, host, concurrency, running: 0, draining: false, pool }),
      );
      return answer!;
    },
    /**
     * Writes a heartbeat. Returns the running sessions whose fence is outdated (cancelled, or claimed by another
     * executor), whether an operator drains this executor, and PostgreSQL's time.
     */
    heartbeat: async (executorId: string, running: number, draining: boolean, active: Fence[]) => {
      const { host, pool, concurrency } = registered.get(executorId) ?? UNKNOWN;
      const [answer] = await sql.query(
        ...HEARTBEAT.with({
          executorId,
          host,
          concurrency,
          running,
          draining,
          pool,
          sessionIds: plainArray(active.map((fence) => fence.sessionId)),
          claimNumbers: plainArray(active.map((fence) => fence.claimNumber)),
        }),
      );
      return answer!;
    },
    /**
     * Returns sessions that are RUNNING on this executor in PostgreSQL, but that it does not run, because the answer to
     * their claim was lost or their end could not be written. No other executor may claim them while this one lives, so
     * it has to release them.
     */
    findOrphanedClaims: (executorId: string, active: string[]) =>
      sql.query(...ORPHANED.with({ executorId, active: plainArray(active) })),
    unregisterExecutor: async (executorId: string) => {
      registered.delete(executorId);
      await sql.query(UNREGISTER, [executorId]);
    },
    listExecutors: async (): Promise<ExecutorView[]> => {
      const rows = await sql.query(...LIST.with({ executorDeadAfterMs }));
      return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }));
    },
  };
}
