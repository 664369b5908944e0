import type { Sql, Statement } from '../postgres/sql.ts';

const DRAIN: Statement = {
  name: 'drain_executor',
  text: `UPDATE executors SET drain_requested_at = coalesce(drain_requested_at, now()) WHERE id = $1 RETURNING id`,
};

/**
 * Makes an executor stop claiming sessions at its next heartbeat. Returns false if there is no executor with this id.
 */
export async function drainExecutor(sql: Sql, executorId: string): Promise<boolean> {
  return (await sql.query(DRAIN, [executorId])).length === 1;
}
