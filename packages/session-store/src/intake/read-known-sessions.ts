import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { AcceptOutcome, NewSession } from '../acceptance/new-session.ts';

/** Answers of up to this many bytes are read together with their batch. There may be as many answers as sessions. */
const MAX_READ_BYTES = 65_536;

const READ_KEYS = statement<Record<'ids' | 'organizationIds' | 'keys', SqlArray>>()(
  'read_idempotency_keys',
  `SELECT i.id, k.session_id AS "sessionId", k.body_hash AS "bodyHash",
      CASE WHEN octet_length(k.response) <= ${MAX_READ_BYTES} THEN k.response END AS response
    FROM unnest($ids::uuid[], $organizationIds::uuid[], $keys::text[]) AS i(id, organization_id, key)
    JOIN idempotency_keys k ON k.organization_id = i.organization_id AND k.key = i.key`,
  { id: 'uuid', sessionId: 'uuid', bodyHash: 'bytea', response: 'text?' },
);

const READ_DELIVERIES = statement<Record<'ids' | 'workflowIds' | 'componentIds' | 'names', SqlArray>>()(
  'read_deliveries',
  `SELECT i.id, d.session_id AS "sessionId", d.delivery_id AS name
    FROM unnest($ids::uuid[], $workflowIds::uuid[], $componentIds::uuid[], $names::text[])
      AS i(id, workflow_id, component_id, delivery_id)
    JOIN webhook_deliveries d
      ON d.workflow_id = i.workflow_id AND d.component_id = i.component_id AND d.delivery_id = i.delivery_id`,
  { id: 'uuid', sessionId: 'uuid', name: 'text' },
);

/** Returns the earlier session for each session with an existing key or delivery id, by the id of the new session. */
export async function readKnownSessions(sql: Sql, sessions: NewSession[]): Promise<Map<string, AcceptOutcome>> {
  const outcomes = new Map<string, AcceptOutcome>();
  const keyed = sessions.filter((session) => session.idempotency !== undefined);
  if (keyed.length > 0) {
    const hashes = new Map(keyed.map((session) => [session.id, session.idempotency?.bodyHash]));
    const rows = await sql.query(
      ...READ_KEYS.with({
        ids: plainArray(keyed.map((session) => session.id)),
        organizationIds: plainArray(keyed.map((session) => session.organizationId)),
        keys: textArray(keyed.map((session) => session.idempotency?.key ?? null)),
      }),
    );
    for (const { id, sessionId, bodyHash, response } of rows) {
      const sameBody = Buffer.compare(bodyHash, hashes.get(id) ?? new Uint8Array()) === 0;
      outcomes.set(id, { kind: 'replayed', sessionId, sameBody, response });
    }
  }
  const delivered = sessions.filter((session) => session.delivery !== undefined);
  if (delivered.length > 0) {
    // Signed content takes precedence over the delivery id, which anybody could change.
    const names = (['id', 'signedAs'] as const).flatMap((kind) =>
      delivered.flatMap((session) => {
        const name = session.delivery?.[kind];
        return name === undefined ? [] : [{ session, name }];
      }),
    );
    const rows = await sql.query(
      ...READ_DELIVERIES.with({
        ids: plainArray(names.map(({ session }) => session.id)),
        workflowIds: plainArray(names.map(({ session }) => session.workflowId)),
        componentIds: plainArray(names.map(({ session }) => session.componentId)),
        names: textArray(names.map(({ name }) => name)),
      }),
    );
    const signed = new Map(delivered.map((session) => [session.id, session.delivery?.signedAs]));
    for (const { id, sessionId, name } of rows)
      if (!outcomes.has(id) || name === signed.get(id)) outcomes.set(id, { kind: 'redelivered', sessionId });
  }
  return outcomes;
}
