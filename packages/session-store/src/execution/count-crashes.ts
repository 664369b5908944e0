import type { Fence, Written } from './claim-sessions.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';

const COUNT = statement<{ sessionId: string; claimNumber: number; crashes: number }>()(
  'count_crashes',
  `UPDATE sessions SET crashes = $crashes
    WHERE id = $sessionId AND claim_number = $claimNumber AND status = 'RUNNING' RETURNING id`,
  { id: 'uuid' },
);

/**
 * Sets the number of executors that count as lost by a running session. A session that only waits to run alone has done
 * nothing yet, so it must not be blamed for the death of its executor.
 */
export async function countCrashes(sql: Sql, { sessionId, claimNumber }: Fence, crashes: number): Promise<Written> {
  return (await sql.query(...COUNT.with({ sessionId, claimNumber, crashes }))).length === 1;
}
