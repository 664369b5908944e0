import type { Json } from '@workflow/workflow-model';
import type { Sql, Statement } from '../postgres/sql.ts';
import type { WebhookResponse } from '../rows/webhook-response.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Fence } from './claim-sessions.ts';

/** The first one counts. Only senders of deliveries wait for one. */
const STORE: Statement = {
  name: 'store_response',
  text: `INSERT INTO session_responses (session_id, organization_id, sealed)
    SELECT id, organization_id, $4 FROM sessions
    WHERE id = $1 AND claim_number = $2 AND organization_id = $3 AND status = 'RUNNING' AND trigger = 'WEBHOOK'
    FOR SHARE
    ON CONFLICT (session_id) DO NOTHING`,
};

/** Stores, sealed, what the sender of a session's delivery is answered with, unless a response is there already. */
export function responseStore(sql: Sql, seals: SensitiveSeals) {
  return async (
    { sessionId, claimNumber }: Fence,
    organizationId: string,
    response: WebhookResponse,
  ): Promise<void> => {
    const hidden = { value: response as unknown as Json, sensitive: [] };
    const sealed = await seals.seal(organizationId, `response ${sessionId}`, hidden);
    await sql.query(STORE, [sessionId, claimNumber, organizationId, Buffer.from(sealed)]);
  };
}
