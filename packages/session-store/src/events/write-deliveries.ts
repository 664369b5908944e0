import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { plainArray, textArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Query } from '../postgres/sql.ts';

const READ_HOOKS = statement<{ organizationId: string }>()(
  'read_hooks_of_events',
  `SELECT id, events, workflow_ids AS "workflowIds", created_at AS "createdAt" FROM event_hooks
    WHERE organization_id = $organizationId AND disabled_at IS NULL FOR SHARE`,
  { id: 'uuid', events: 'text[]', workflowIds: 'uuid[]', createdAt: 'timestamptz' },
);

/** Writes one body, which all hooks of an event share, and the deliveries. */
const INSERT = statement<{
  organizationId: string;
  bodyIds: SqlArray;
  bodies: SqlArray;
  ids: SqlArray;
  hookIds: SqlArray;
  types: SqlArray;
  sessionIds: SqlArray;
  bodyIdOfEach: SqlArray;
  bytes: SqlArray;
}>()(
  'insert_event_deliveries',
  `WITH bodies AS (
      INSERT INTO event_bodies (id, organization_id, body, bytes)
      SELECT b.id, $organizationId, b.body, octet_length(b.body) FROM unnest($bodyIds::uuid[], $bodies::text[])
        AS b(id, body)
    )
    INSERT INTO event_deliveries (id, organization_id, hook_id, type, session_id, body, body_id, body_bytes)
    SELECT d.id, $organizationId, d.hook_id, d.type, d.session_id, '', d.body_id, d.bytes
    FROM unnest($ids::uuid[], $hookIds::uuid[], $types::text[], $sessionIds::uuid[], $bodyIdOfEach::uuid[],
      $bytes::int[])
      AS d(id, hook_id, type, session_id, body_id, bytes)`,
  {},
);

export interface Hook {
  id: string;
  events: string[];
  workflowIds: string[];
  createdAt: Date;
}

/** One event for the hooks that want it. */
export interface NewEvent {
  hooks: Hook[];
  type: string;
  sessionId: string;
  body: string;
}

/** Returns the enabled hooks of an organization. They cannot be disabled until the end of the transaction. */
export function readHooks(query: Query, organizationId: string): Promise<Hook[]> {
  return query(...READ_HOOKS.with({ organizationId }));
}

/** Returns the hooks that want an event of the workflow. */
export function hooksFor(hooks: readonly Hook[], workflowId: string, type: string): Hook[] {
  return hooks.filter(
    ({ events, workflowIds }) =>
      events.includes(type) && (workflowIds.length === 0 || workflowIds.includes(workflowId)),
  );
}

/** Writes one delivery of each event for each of its hooks. */
export async function insertDeliveries(
  query: Query,
  organizationId: string,
  newEvents: readonly NewEvent[],
): Promise<void> {
  if (newEvents.length === 0) return;
  const events = newEvents.map((event) => ({
    ...event,
    bodyId: timeOrderedId(),
    bytes: Buffer.byteLength(event.body),
  }));
  const deliveries = events.flatMap(({ hooks, ...event }) => hooks.map((hook) => ({ ...event, hookId: hook.id })));
  await query(
    ...INSERT.with({
      organizationId,
      bodyIds: plainArray(events.map(({ bodyId }) => bodyId)),
      bodies: textArray(events.map(({ body }) => body)),
      ids: plainArray(deliveries.map(() => timeOrderedId())),
      hookIds: plainArray(deliveries.map(({ hookId }) => hookId)),
      types: textArray(deliveries.map(({ type }) => type)),
      sessionIds: plainArray(deliveries.map(({ sessionId }) => sessionId)),
      bodyIdOfEach: plainArray(deliveries.map(({ bodyId }) => bodyId)),
      bytes: plainArray(deliveries.map(({ bytes }) => bytes)),
    }),
  );
}
