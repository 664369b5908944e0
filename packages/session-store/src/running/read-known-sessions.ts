import type { AcceptOutcome, NewSession } from '../contract.ts';
import type { Database, Statement } from '../database.ts';
import { plainArray, textArray } from '../sql-arrays.ts';

const READ_KEYS: Statement = {
  name: 'read_idempotency_keys',
  text: `SELECT i.id, k.session_id AS "sessionId", k.body_hash AS "bodyHash", k.response
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS i(id, organization_id, key)
    JOIN idempotency_keys k ON k.organization_id = i.organization_id AND k.key = i.key`,
};

const READ_DELIVERIES: Statement = {
  name: 'read_deliveries',
  text: `SELECT i.id, d.session_id AS "sessionId"
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) AS i(id, workflow_id, component_id, delivery_id)
    JOIN webhook_deliveries d
      ON d.workflow_id = i.workflow_id AND d.component_id = i.component_id AND d.delivery_id = i.delivery_id`,
};

/** For each session whose key or delivery was known, by its id: the session that came first. */
export async function readKnownSessions(database: Database, sessions: NewSession[]): Promise<Map<string, AcceptOutcome>> {
  const known = new Map<string, AcceptOutcome>();
  const keyed = sessions.filter((session) => session.idempotency !== undefined);
  if (keyed.length > 0) {
    const hashes = new Map(keyed.map((session) => [session.id, session.idempotency?.bodyHash]));
    const rows = await database.query<{ id: string; sessionId: string; bodyHash: Uint8Array; response: string | null }>(READ_KEYS, [
      plainArray(keyed.map((session) => session.id)),
      plainArray(keyed.map((session) => session.organizationId)),
      textArray(keyed.map((session) => session.idempotency?.key ?? null)),
    ]);
    for (const { id, sessionId, bodyHash, response } of rows) {
      const sameBody = Buffer.compare(bodyHash, hashes.get(id) ?? new Uint8Array()) === 0;
      known.set(id, { kind: 'replayed', sessionId, sameBody, response });
    }
  }
  const delivered = sessions.filter((session) => session.delivery !== undefined);
  if (delivered.length > 0) {
    const rows = await database.query<{ id: string; sessionId: string }>(READ_DELIVERIES, [
      plainArray(delivered.map((session) => session.id)),
      plainArray(delivered.map((session) => session.workflowId)),
      plainArray(delivered.map((session) => session.componentId)),
      textArray(delivered.map((session) => session.delivery?.id ?? null)),
    ]);
    for (const { id, sessionId } of rows) known.set(id, { kind: 'redelivered', sessionId });
  }
  return known;
}
