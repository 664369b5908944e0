import type { OrganizationScope } from './organization-scope.ts';
import { statement } from '../postgres/named-statement.ts';
import { queryIn } from '../postgres/prisma-db.ts';

interface WebhookListenerView {
  until: string;
  isListening: boolean;
  /**
   * The delivery that was caught; null if none arrived. `sessionId` is the session that it started. `request` is set if
   * it started none, because it was filtered or the workflow is not published.
   */
  caught: { at: string; sessionId: string | null; request: string | null; filtered: boolean } | null;
}

/** Identifies the token of a component. */
interface Place {
  organizationId: string;
  workflowId: string;
  componentId: string;
}

const OF_COMPONENT = `workflow_id = $workflowId::uuid AND component_id = $componentId::uuid
          AND organization_id = $organizationId::uuid`;

interface ListenerRow {
  until: Date;
  is_listening: boolean;
  caught_at: Date | null;
  session_id: string | null;
  request: string | null;
  filtered: boolean;
}

const LISTENER_TYPES = {
  until: 'timestamptz',
  is_listening: 'bool',
  caught_at: 'timestamptz?',
  session_id: 'uuid?',
  request: 'text?',
  filtered: 'bool',
} as const;

const START = statement<Place & { forMs: number }, ListenerRow & { token_hash: Uint8Array | null }>()(
  'start_listening',
  `WITH token AS (
        SELECT id, organization_id, token_hash FROM webhook_tokens
        WHERE ${OF_COMPONENT} FOR KEY SHARE)
      INSERT INTO webhook_listeners (token_id, organization_id, until)
      SELECT id, organization_id, now() + $forMs * interval '1 millisecond' FROM token
      ON CONFLICT (token_id) DO UPDATE SET until = excluded.until, caught_at = NULL, session_id = NULL, request = NULL,
        filtered = false
      RETURNING until, true AS is_listening, caught_at, session_id, request, filtered,
        (SELECT token_hash FROM token)`,
  { ...LISTENER_TYPES, token_hash: 'bytea?' },
);

/**
 * Catches the next delivery with the component's token. Each component has one listener: a second call waits for
 * another delivery, and the earlier listener ends.
 *
 * @param forMs milliseconds that it waits
 * @returns null if the component has no token, so that nothing can be delivered
 */
export function startListening(
  scope: OrganizationScope,
  workflowId: string,
  componentId: string,
  forMs: number,
): Promise<WebhookListenerView | null> {
  return scope.change(async (database, note) => {
    const { organizationId } = scope;
    const [row] = await queryIn(database)(...START.with({ organizationId, workflowId, componentId, forMs }));
    if (row === undefined || row.token_hash === null) return null;
    note('WEBHOOK_TOKEN', Buffer.from(row.token_hash).toString('hex'));
    return view(row);
  });
}

const READ = statement<Place, ListenerRow>()(
  'read_listener',
  `SELECT until, caught_at IS NULL AND until > now() AS is_listening, caught_at, session_id, request, filtered
    FROM webhook_listeners WHERE organization_id = $organizationId::uuid
      AND token_id = (SELECT id FROM webhook_tokens WHERE ${OF_COMPONENT})`,
  LISTENER_TYPES,
);

/**
 * Returns the delivery that was caught last, and whether a listener waits; null if there never was one, or the token
 * was deleted.
 */
export async function readListener(
  scope: OrganizationScope,
  workflowId: string,
  componentId: string,
): Promise<WebhookListenerView | null> {
  const { organizationId, prisma } = scope;
  const [row] = await queryIn(prisma)(...READ.with({ organizationId, workflowId, componentId }));
  return row === undefined ? null : view(row);
}

const STOP = statement<Place, { tokenHash: Uint8Array }>()(
  'stop_listening',
  `WITH token AS (SELECT id, token_hash FROM webhook_tokens WHERE ${OF_COMPONENT})
      DELETE FROM webhook_listeners l USING token t
      WHERE l.token_id = t.id AND l.organization_id = $organizationId::uuid RETURNING t.token_hash AS "tokenHash"`,
  { tokenHash: 'bytea' },
);

/**
 * Stops listening, and deletes the caught delivery.
 * @returns false if there was neither
 */
export function stopListening(scope: OrganizationScope, workflowId: string, componentId: string): Promise<boolean> {
  return scope.change(async (database, note) => {
    const { organizationId } = scope;
    const [row] = await queryIn(database)(...STOP.with({ organizationId, workflowId, componentId }));
    if (row === undefined) return false;
    note('WEBHOOK_TOKEN', Buffer.from(row.tokenHash).toString('hex'));
    return true;
  });
}

function view({ until, is_listening, caught_at, session_id, request, filtered }: ListenerRow): WebhookListenerView {
  return {
    until: until.toISOString(),
    isListening: is_listening,
    caught: caught_at === null ? null : { at: caught_at.toISOString(), sessionId: session_id, request, filtered },
  };
}
