import type { FlowKeys } from '@workflow/workflow-model';
import type { NewSession } from '../acceptance/new-session.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';

/** Reads the flow-control places of a session and its ancestors. */
const READ_PLACES = statement<{ parentId: string }>()(
  'read_places_of_ancestors',
  `WITH RECURSIVE ancestors AS (
      SELECT id, parent_id FROM sessions WHERE id = $parentId
      UNION ALL SELECT s.id, s.parent_id FROM sessions s JOIN ancestors a ON s.id = a.parent_id
    )
    SELECT workflow_id AS "workflowId", concurrency_key AS "concurrencyKey", order_key AS "orderKey"
    FROM flow_entries WHERE session_id IN (SELECT id FROM ancestors) AND stage = 'STARTED'`,
  { workflowId: 'uuid', concurrencyKey: 'text', orderKey: 'text' },
);

/**
 * Removes the keys of children that share an ancestor's place of the same workflow and key. They wait neither for a
 * place nor for an order.
 */
export async function sharePlaces(query: Query, parentId: string, children: NewSession[]): Promise<NewSession[]> {
  if (children.every(({ flow }) => flow === undefined)) return children;
  const places = await query(...READ_PLACES.with({ parentId }));
  return children.map((child) => {
    const { flow, workflowId } = child;
    if (flow === undefined) return child;
    const shares = places.some((place) => place.workflowId === workflowId && sharesPlace(place, flow));
    return shares ? { ...child, flow: undefined } : child;
  });
}

function sharesPlace(place: FlowKeys, keys: FlowKeys): boolean {
  return keys.concurrencyKey === '' ? place.orderKey === keys.orderKey : place.concurrencyKey === keys.concurrencyKey;
}
