import type { Json } from '@workflow/workflow-model';
import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { bytesArray, plainArray } from '../postgres/sql-arrays.ts';
import type { Sql, Statement } from '../postgres/sql.ts';
import type { OwnResponse, WebhookResponse } from '../rows/webhook-response.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Fence, Written } from './claim-sessions.ts';

/** One statement writes no more, since its memory is PostgreSQL's too. */
const MAX_BATCH_BYTES = 1024 * 1024;

/** The first one of a session counts. Only senders of deliveries wait for one. */
const STORE: Statement = {
  name: 'store_responses',
  text: `INSERT INTO session_responses (session_id, organization_id, sealed)
    SELECT s.id, s.organization_id, i.sealed
    FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::bytea[])
      AS i(session_id, claim_number, organization_id, sealed)
    JOIN sessions s ON s.id = i.session_id
    WHERE s.claim_number = i.claim_number AND s.organization_id = i.organization_id AND s.status = 'RUNNING'
      AND s.trigger = 'WEBHOOK'
    FOR SHARE OF s
    ON CONFLICT (session_id) DO NOTHING
    RETURNING session_id AS "sessionId"`,
};

/**
 * SQL that stores the response of each session of a common table expression which claims it for the first time: no
 * earlier one can be there, but that of a try which was not answered.
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

/** What senders of deliveries are answered with, sealed, and stored many at a time. */
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

/** false for those whose fence is not current, and for those of sessions that have a response. */
async function store(sql: Sql, responses: SealedResponse[]): Promise<Written[]> {
  const rows = await sql.query<{ sessionId: string }>(STORE, [
    plainArray(responses.map(({ fence }) => fence.sessionId)),
    plainArray(responses.map(({ fence }) => fence.claimNumber)),
    plainArray(responses.map(({ organizationId }) => organizationId)),
    bytesArray(responses.map(({ sealed }) => sealed)),
  ]);
  const stored = new Set(rows.map(({ sessionId }) => sessionId));
  return responses.map(({ fence }) => stored.has(fence.sessionId));
}
