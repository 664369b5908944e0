import type { Fence, Written } from './claim-sessions.ts';
import type { Sql, Statement } from '../postgres/sql.ts';

const COUNT: Statement = {
  name: 'count_crashes',
  text: `UPDATE sessions SET crashes = $3 WHERE id = $1 AND claim_number = $2 AND status = 'RUNNING' RETURNING id`,
};

/**
 * Sets the number of executors that count as lost by a running session. A session that only waits to run alone has done
 * nothing yet, so it must not be blamed for the death of its executor.
 */
export async function countCrashes(sql: Sql, { sessionId, claimNumber }: Fence, crashes: number): Promise<Written> {
  return (await sql.query(COUNT, [sessionId, claimNumber, crashes])).length === 1;
}
