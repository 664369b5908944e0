import type { RunningSessions } from '../contract.ts';
import type { Database, Statement } from '../database.ts';

const FIND: Statement = {
  name: 'find_response',
  text: `SELECT session_id AS "sessionId", body_hash AS "bodyHash", response FROM idempotency_keys
    WHERE organization_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'`,
};

/** What an idempotency key of the last 24 h stands for; null: not used. */
export async function findResponse(database: Database, organizationId: string, key: string): ReturnType<RunningSessions['findResponse']> {
  const [row] = await database.query<{ sessionId: string; bodyHash: Uint8Array; response: string | null }>(FIND, [organizationId, key]);
  return row ?? null;
}
