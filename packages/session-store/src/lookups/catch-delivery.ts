import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { recordChangeBy } from '../organization/record-change.ts';

/**
 * A delivery that was caught: the session that it started, or the request if it started none because it was filtered or
 * the workflow is not published.
 */
export type CaughtDelivery = { sessionId: string } | { request: string; filtered: boolean };

const CATCH = statement<{ tokenId: string; sessionId: string | null; request: string | null; filtered: boolean }>()(
  'catch_delivery',
  `UPDATE webhook_listeners SET caught_at = now(), session_id = $sessionId::uuid, request = $request,
    filtered = $filtered
    WHERE token_id = $tokenId AND caught_at IS NULL AND until > now() RETURNING organization_id AS "organizationId"`,
  { organizationId: 'uuid' },
);

/**
 * Stores the first delivery that arrives while a listener waits for it.
 *
 * @param tokenHash in hex; replicas remove the listener by it
 * @returns false if no listener waits, or another delivery was first
 */
export async function catchDelivery(
  sql: Sql,
  tokenId: string,
  tokenHash: string,
  caught: CaughtDelivery,
): Promise<boolean> {
  const { sessionId, request, filtered } = { sessionId: null, request: null, filtered: false, ...caught };
  const [row] = await sql.query(...CATCH.with({ tokenId, sessionId, request, filtered }));
  if (row === undefined) return false;
  const { organizationId } = row;
  await recordChangeBy(sql.query, { kind: 'WEBHOOK_TOKEN', organizationId, subject: tokenHash });
  return true;
}
