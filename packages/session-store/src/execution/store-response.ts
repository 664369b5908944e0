import type { Json } from '@workflow/workflow-model';
import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { bytesArray, plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import type { OwnResponse, WebhookResponse } from '../sessions/webhook-response.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Fence, Written } from './claim-sessions.ts';

/** Maximum bytes that one statement writes, because PostgreSQL needs as much memory. */
const MAX_BATCH_BYTES = 1024 * 1024;

/**
 * Stores responses. Only the first response of a session is stored, and only if the sender of a delivery waits for it.
 */
const STORE = statement<Record<'sessionIds' | 'claimNumbers' | 'organizationIds' | 'sealed', SqlArray>>()(
  'store_responses',
  `INSERT INTO session_responses (session_id, organization_id, sealed)
    SELECT s.id, s.organization_id, i.sealed
    FROM unnest($sessionIds::uuid[], $claimNumbers::int[], $organizationIds::uuid[], $sealed::bytea[])
      AS i(session_id, claim_number, organization_id, sealed)
    JOIN sessions s ON s.id = i.session_id
    WHERE s.claim_number = i.claim_number AND s.organization_id = i.organization_id AND s.status = 'RUNNING'
      AND s.trigger = 'WEBHOOK'
    FOR SHARE OF s
    ON CONFLICT (session_id) DO NOTHING
    RETURNING session_id AS "sessionId"`,
  { sessionId: 'uuid' },
);

/**
 * Returns SQL that stores the response of each session that `claimed` claims for the first time. An earlier response
 * can only be from an attempt without an answer.
 */
export function storeWithClaim(claimed: string): string {
  return `INSERT INTO session_responses (session_id, organization_id, sealed)
      SELECT session_id, organization_id, response FROM ${claimed} WHERE response IS NOT NULL AND trigger = 'WEBHOOK'
      ON CONFLICT (session_id) DO NOTHING`;
}

interface SealedResponse {
  fence: Fence;
  organizationId: string;
  sealed: Uint8Array;
}

/** Opens the responses to senders of deliveries. Many are sealed and stored in one statement. */
export function openResponses(sql: Sql, seals: SensitiveSeals, options: GroupCommitLimits) {
  const storing = new GroupCommit<SealedResponse, Written>({
    ...groupCommitDefaults(options),
    keyOf: ({ fence }) => fence.sessionId,
    weightOf: ({ sealed }) => sealed.length,
    maxWeight: MAX_BATCH_BYTES,
    flush: countBatches(options, 'respond', (responses) => store(sql, responses)),
  });
  return {
    async store(fence: Fence, organizationId: string, response: WebhookResponse): Promise<Written> {
      const sealed = await sealResponse(seals, fence.sessionId, { organizationId, response });
      return storing.add({ fence, organizationId, sealed });
    },
    idle: () => storing.idle(),
  };
}

export function sealResponse(
  seals: SensitiveSeals,
  sessionId: string,
  { organizationId, response }: OwnResponse,
): Promise<Uint8Array> {
  return seals.seal(organizationId, `response ${sessionId}`, { value: response as unknown as Json, sensitive: [] });
}

/** Returns false for responses whose fence is outdated, and for sessions that already have a response. */
async function store(sql: Sql, responses: SealedResponse[]): Promise<Written[]> {
  const rows = await sql.query(
    ...STORE.with({
      sessionIds: plainArray(responses.map(({ fence }) => fence.sessionId)),
      claimNumbers: plainArray(responses.map(({ fence }) => fence.claimNumber)),
      organizationIds: plainArray(responses.map(({ organizationId }) => organizationId)),
      sealed: bytesArray(responses.map(({ sealed }) => sealed)),
    }),
  );
  const stored = new Set(rows.map(({ sessionId }) => sessionId));
  return responses.map(({ fence }) => stored.has(fence.sessionId));
}
