import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { KEY_LIFETIME } from '../acceptance/guards.ts';

const FIND = statement<{ organizationId: string; key: string }>()(
  'find_response',
  `SELECT session_id AS "sessionId", body_hash AS "bodyHash", response FROM idempotency_keys
    WHERE organization_id = $organizationId AND key = $key AND created_at > now() - ${KEY_LIFETIME}`,
  { sessionId: 'uuid', bodyHash: 'bytea', response: 'text?' },
);

interface StoredResponse {
  sessionId: string;
  bodyHash: Uint8Array;
  /** null if the answer waits for the session. */
  response: string | null;
}

/** Returns the session and response of an idempotency key of the last 24 h, or null if it was not used. */
export async function findResponse(sql: Sql, organizationId: string, key: string): Promise<StoredResponse | null> {
  const [row] = await sql.query(...FIND.with({ organizationId, key }));
  return row ?? null;
}
