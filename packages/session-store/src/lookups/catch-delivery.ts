import type { Sql, Statement } from '../postgres/sql.ts';
import { recordChangeBy } from '../organization/record-change.ts';

/**
 * A delivery that was caught: the session that has it, or the request itself if it started none. It started none
 * because it was filtered, or because the workflow is not published.
 */
export type CaughtDelivery = { sessionId: string } | { request: string; filtered: boolean };

const CATCH: Statement = {
  name: 'catch_delivery',
  text: `UPDATE webhook_listeners SET caught_at = now(), session_id = $2::uuid, request = $3, filtered = $4
    WHERE token_id = $1 AND caught_at IS NULL AND until > now() RETURNING organization_id AS "organizationId"`,
};

/**
 * Stores the first delivery that arrives while somebody waits for it.
 *
 * @param tokenHash in hex, by which replicas then forget the listener
 * @returns false if nobody waits any more, or another delivery was first
 */
export async function catchDelivery(
  sql: Sql,
  tokenId: string,
  tokenHash: string,
  caught: CaughtDelivery,
): Promise<boolean> {
  const { sessionId, request, filtered } = { sessionId: null, request: null, filtered: false, ...caught };
  const [row] = await sql.query<{ organizationId: string }>(CATCH, [tokenId, sessionId, request, filtered]);
  if (row === undefined) return false;
  const { organizationId } = row;
  await recordChangeBy(sql.query, { kind: 'WEBHOOK_TOKEN', organizationId, subject: tokenHash });
  return true;
}
