import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { servedPools, type Slots } from './lanes.ts';

const READ = statement<{ executorDeadAfterMs: number }>()(
  'read_slots',
  `SELECT pool, sum(concurrency)::int AS slots FROM executors
    WHERE NOT draining AND heartbeat_at > clock_timestamp() - $executorDeadAfterMs * interval '1 millisecond'
    GROUP BY pool ORDER BY pool`,
  { pool: 'text', slots: 'int4' },
);

/** Returns the slots of the living executors that take sessions, by pool. */
export async function readSlots(sql: Sql, executorDeadAfterMs: number): Promise<Slots> {
  const rows = await sql.query(...READ.with({ executorDeadAfterMs }));
  return new Map(rows.map(({ pool, slots }) => [pool, slots]));
}

/** Returns the pools whose sessions are enqueued and rescued. */
export async function readServedPools(sql: Sql, executorDeadAfterMs: number): Promise<string[]> {
  return servedPools(await readSlots(sql, executorDeadAfterMs));
}
