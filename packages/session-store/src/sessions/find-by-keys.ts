import type { Sql, Statement } from '../postgres/sql.ts';

/** Maximum number of sessions that one key returns, because a key of flow control has many. */
const MAX_FOUND = 100;

/**
 * Finds sessions by a key. $1 is the organization, $2 the key, $3 the key in the form of flow control. An index finds
 * each, even if there are many workflows.
 */
const FIND: Statement = {
  name: 'find_sessions_by_keys',
  text: `SELECT session_id AS id FROM idempotency_keys WHERE organization_id = $1::uuid AND key = $2::text
    UNION (SELECT d.session_id FROM workflows w JOIN webhook_tokens t ON t.workflow_id = w.id
      JOIN webhook_deliveries d ON d.workflow_id = t.workflow_id AND d.component_id = t.component_id
        AND d.delivery_id = $2::text
      WHERE w.organization_id = $1::uuid LIMIT ${MAX_FOUND})
    UNION (SELECT e.session_id FROM workflows w CROSS JOIN LATERAL (
        (SELECT session_id FROM flow_entries WHERE workflow_id = w.id AND concurrency_key = $3::text
          LIMIT ${MAX_FOUND})
        UNION ALL (SELECT session_id FROM flow_entries WHERE workflow_id = w.id AND order_key = $3::text
          LIMIT ${MAX_FOUND})) e
      WHERE w.organization_id = $1::uuid AND w.deleted_at IS NULL LIMIT ${MAX_FOUND})
    LIMIT ${MAX_FOUND}`,
};

/**
 * Returns the sessions that have a text as their idempotency key, as the id of their delivery or, while they wait for a
 * place or have one, as their key of flow control.
 */
export async function findByKeys(sql: Sql, organizationId: string, text: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(FIND, [organizationId, text, JSON.stringify(text)]);
  return rows.map(({ id }) => id);
}
