import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

const DRAIN = statement<{ executorId: string }>()(
  'drain_executor',
  `UPDATE executors SET drain_requested_at = coalesce(drain_requested_at, now()) WHERE id = $executorId RETURNING id`,
  { id: 'uuid' },
);

/**
 * Makes an executor stop claiming sessions at its next heartbeat. Returns false if there is no executor with this id.
 */
export async function drainExecutor(sql: Sql, executorId: string): Promise<boolean> {
  return (await sql.query(...DRAIN.with({ executorId }))).length === 1;
}
