import type { Sql, Statement } from '../postgres/sql.ts';

const DRAIN: Statement = {
  name: 'drain_executor',
  text: `UPDATE executors SET drain_requested_at = coalesce(drain_requested_at, now()) WHERE id = $1 RETURNING id`,
};

/** Has an executor take no more sessions; it knows with its next heartbeat. false: there is none of this id. */
export async function drainExecutor(sql: Sql, executorId: string): Promise<boolean> {
  return (await sql.query(DRAIN, [executorId])).length === 1;
}
