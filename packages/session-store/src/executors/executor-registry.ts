import type { ExecutorRegistry, ExecutorView, HeldSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray } from '../sql-arrays.ts';

/** Also the way back for an executor that was taken for dead and whose row is gone. */
const BEAT = `INSERT INTO executors (id, host, concurrency, running, draining) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET running = excluded.running, draining = excluded.draining, heartbeat_at = clock_timestamp()`;

const REGISTER: Statement = { name: 'register_executor', text: BEAT };

const HEARTBEAT: Statement = {
  name: 'heartbeat',
  text: `WITH beat AS (${BEAT})
    SELECT h.session_id AS "sessionId" FROM unnest($6::uuid[], $7::int[]) AS h(session_id, attempt)
    WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.id = h.session_id AND s.attempt = h.attempt AND s.status = 'RUNNING')`,
};

/** Looked up by the ledger, which names all that runs: the status is in no index. */
const UNHELD: Statement = {
  name: 'find_unheld',
  text: `SELECT s.id AS "sessionId", s.attempt
    FROM dispatches d CROSS JOIN LATERAL unnest(d.session_ids) AS u(session_id)
    CROSS JOIN LATERAL (SELECT id, attempt, status, executor_id FROM sessions WHERE id = u.session_id OFFSET 0) s
    WHERE s.status = 'RUNNING' AND s.executor_id = $1 AND s.id <> ALL ($2::uuid[])`,
};

const UNREGISTER: Statement = { name: 'unregister_executor', text: 'DELETE FROM executors WHERE id = $1' };

const LIST: Statement = {
  name: 'list_executors',
  text: `SELECT id, host, concurrency, running, draining, started_at AS "startedAt",
      heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond' AS alive
    FROM executors ORDER BY started_at, id`,
};

/** Executors and their heartbeats, in PostgreSQL's clock. */
export function openExecutorRegistry(database: Database, executorDeadAfterMs: number): ExecutorRegistry {
  const registered = new Map<string, { host: string; concurrency: number }>();
  return {
    async register({ id, host, concurrency }) {
      registered.set(id, { host, concurrency });
      await database.query(REGISTER, [id, host, concurrency, 0, false]);
    },
    async heartbeat(executorId: string, running: number, draining: boolean, held: HeldSession[]) {
      const { host, concurrency } = registered.get(executorId) ?? { host: 'unknown', concurrency: 0 };
      const lost = await database.query<{ sessionId: string }>(HEARTBEAT, [
        executorId, host, concurrency, running, draining,
        plainArray(held.map((session) => session.sessionId)),
        plainArray(held.map((session) => session.attempt)),
      ]);
      return { lost: lost.map((row) => row.sessionId) };
    },
    findUnheld: (executorId, inHand) => database.query<HeldSession>(UNHELD, [executorId, plainArray(inHand)]),
    async unregister(executorId) {
      registered.delete(executorId);
      await database.query(UNREGISTER, [executorId]);
    },
    async list() {
      const rows = await database.query<Omit<ExecutorView, 'startedAt'> & { startedAt: Date }>(LIST, [executorDeadAfterMs]);
      return rows.map((row) => ({ ...row, startedAt: row.startedAt.toISOString() }));
    },
  };
}
