import type { FlowKeys } from '@workflow/workflow-model';
import type { Query, Statement } from '../postgres/sql.ts';
import type { FlowKeysOf, ReadyKeys } from '../rows/flow-keys-of.ts';
import type { Target } from './child-targets.ts';
import type { NewChild } from './new-child.ts';

/** The places of a session's ancestors, its own among them. */
const READ_PLACES: Statement = {
  name: 'read_places_of_ancestors',
  text: `WITH RECURSIVE ancestors AS (
      SELECT id, parent_id FROM sessions WHERE id = $1
      UNION ALL SELECT s.id, s.parent_id FROM sessions s JOIN ancestors a ON s.id = a.parent_id
    )
    SELECT workflow_id AS "workflowId", concurrency_key AS "concurrencyKey", order_key AS "orderKey"
    FROM flow_entries WHERE session_id IN (SELECT id FROM ancestors) AND stage = 'STARTED'`,
};

/**
 * A child shares an ancestor's place of the same workflow and key: it waits neither for a place nor for its order.
 * @throws what ends the attempt of a transaction whose keys are not ready
 */
export async function keysOfChildren(
  query: Query,
  parentId: string,
  children: NewChild[],
  targets: ReadonlyMap<string, Target>,
  { ready, flowKeysOf }: { ready: ReadyKeys; flowKeysOf: FlowKeysOf },
): Promise<(FlowKeys | null)[]> {
  const limited = children.flatMap((child) => {
    const { definition, definitionId } = targets.get(child.workflowId) as Target;
    return definition?.flow === undefined ? [] : [{ sessionId: child.id, definitionId, definition, child }];
  });
  if (limited.length === 0) return [];
  ready.require(limited, async function* compute(missing) {
    for (const owner of missing)
      yield [owner, await flowKeysOf(owner.definition, owner.child.placeholderValues)] as const;
  });
  const places = await query<FlowKeys & { workflowId: string }>(READ_PLACES, [parentId]);
  return children.map((child) => {
    const { definitionId } = targets.get(child.workflowId) as Target;
    const keys = ready.of({ sessionId: child.id, definitionId });
    const shares = places.some(
      (place) => place.workflowId === child.workflowId && keys !== null && sharesPlace(place, keys),
    );
    return shares ? null : keys;
  });
}

function sharesPlace(place: FlowKeys, keys: FlowKeys): boolean {
  return keys.concurrencyKey === '' ? place.orderKey === keys.orderKey : place.concurrencyKey === keys.concurrencyKey;
}
