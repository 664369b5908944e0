import { statement } from '../postgres/named-statement.ts';
import { readIds } from '../postgres/read-ids.ts';
import type { Sql } from '../postgres/sql.ts';

/** Maximum number of sessions that one key returns, because a key of flow control has many. */
const MAX_FOUND = 100;

/**
 * Finds sessions by a key, which flow control stores as JSON text. An index finds each, even if there are many
 * workflows.
 */
const FIND = statement<{ organizationId: string; key: string; flowKey: string }>()(
  'find_sessions_by_keys',
  `SELECT session_id AS id FROM idempotency_keys WHERE organization_id = $organizationId::uuid AND key = $key::text
    UNION (SELECT d.session_id FROM workflows w JOIN webhook_tokens t ON t.workflow_id = w.id
      JOIN webhook_deliveries d ON d.workflow_id = t.workflow_id AND d.component_id = t.component_id
        AND d.delivery_id = $key::text
      WHERE w.organization_id = $organizationId::uuid LIMIT ${MAX_FOUND})
    UNION (SELECT e.session_id FROM workflows w CROSS JOIN LATERAL (
        (SELECT session_id FROM flow_entries WHERE workflow_id = w.id AND concurrency_key = $flowKey::text
          LIMIT ${MAX_FOUND})
        UNION ALL (SELECT session_id FROM flow_entries WHERE workflow_id = w.id AND order_key = $flowKey::text
          LIMIT ${MAX_FOUND})) e
      WHERE w.organization_id = $organizationId::uuid AND w.deleted_at IS NULL LIMIT ${MAX_FOUND})
    LIMIT ${MAX_FOUND}`,
  { id: 'uuid' },
);

/**
 * Returns the sessions that have a text as their idempotency key, as the id of their delivery or, while they wait for a
 * place or have one, as their key of flow control.
 */
export function findByKeys(sql: Sql, organizationId: string, text: string): Promise<string[]> {
  return readIds(sql.query, ...FIND.with({ organizationId, key: text, flowKey: JSON.stringify(text) }));
}
