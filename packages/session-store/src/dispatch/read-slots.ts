import type { Sql, Statement } from '../postgres/sql.ts';
import { servedPools, type Slots } from './lanes.ts';

const READ: Statement = {
  name: 'read_slots',
  text: `SELECT pool, sum(concurrency)::int AS slots FROM executors
    WHERE NOT draining AND heartbeat_at > clock_timestamp() - $1 * interval '1 millisecond'
    GROUP BY pool ORDER BY pool`,
};

/** Returns the slots of the living executors that take sessions, by pool. */
export async function readSlots(sql: Sql, executorDeadAfterMs: number): Promise<Slots> {
  const rows = await sql.query<{ pool: string; slots: number }>(READ, [executorDeadAfterMs]);
  return new Map(rows.map(({ pool, slots }) => [pool, slots]));
}

/** Returns the pools whose sessions are enqueued and rescued. */
export async function readServedPools(sql: Sql, executorDeadAfterMs: number): Promise<string[]> {
  return servedPools(await readSlots(sql, executorDeadAfterMs));
}
