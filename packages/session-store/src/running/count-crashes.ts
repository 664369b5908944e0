import type { Fence, Written } from '../contract.ts';
import type { Database, Statement } from '../database.ts';

const COUNT: Statement = {
  name: 'count_crashes',
  text: `UPDATE sessions SET crashes = $3 WHERE id = $1 AND attempt = $2 AND status = 'RUNNING' RETURNING id`,
};

/** Sets the crashes of a session whose fence holds; false: it does not, and nothing was written. */
export async function countCrashes(database: Database, { sessionId, attempt }: Fence, crashes: number): Promise<Written> {
  return (await database.query(COUNT, [sessionId, attempt, crashes])).length === 1;
}
