import { ofAnyLength } from '../postgres/of-any-length.ts';
import { hiddenArray, plainArray, type SqlArray } from '../postgres/sql-arrays.ts';
import { statement } from '../postgres/named-statement.ts';
import type { Sql } from '../postgres/sql.ts';
import { isUnclaimed, DEFERRED_CLAIM, QUEUED_MS } from './unclaimed.ts';
import type { Fence } from './claim-sessions.ts';
import { storeWithClaim } from './store-response.ts';
import type { StepText } from './write-out.ts';
import { stepParameters, writeSteps, type StepParameters } from './write-steps.ts';

/** The claim number of a session that was claimed after it ran. */
export const FIRST_CLAIM = 1;

/** The claim of a session that an executor began to run when it got the session's first job. */
export interface DeferredClaim {
  executorId: string;
  /** The number in the executor's job. */
  enqueueNumber: number;
  /** Milliseconds since it began to run the session. */
  ranMs: number;
}

export interface DeferredClaimToWrite {
  fence: Fence;
  claim: SealedDeferredClaim;
  steps: StepText[];
}

export interface SealedDeferredClaim extends DeferredClaim {
  /** The response of the session to the sender of its delivery; null if there is none yet. */
  response: Uint8Array | null;
}

/** A deferred claim that was written. */
export interface ClaimedDeferred {
  /** Milliseconds between its enqueueing and its run. */
  queuedMs: number;
}

/**
 * Writes claim, steps and response in one statement. So the step of the first effect is committed together with the
 * claim, and no step counts as done unless its response is stored. An executor that did not get the answer sends the
 * statement again, and then finds that the claim is already its own.
 */
const CLAIM_DEFERRED = statement<{ sessionIds: SqlArray } & DeferredClaimParameters & StepParameters>()(
  'deferred_claim',
  `WITH claimed AS (
      UPDATE sessions s SET status = 'RUNNING', ${DEFERRED_CLAIM}
      FROM unnest(${ofAnyLength('$sessionIds::uuid[]')}, $executorIds::uuid[], $enqueueNumbers::int[], $ranMs::float8[],
          $responses::bytea[])
        AS i(session_id, executor_id, enqueue_number, ran_ms, response)
      WHERE s.id = i.session_id
        AND (${isUnclaimed()}
          OR (s.claim_number = ${FIRST_CLAIM} AND s.status = 'RUNNING' AND s.executor_id = i.executor_id))
      RETURNING s.id AS session_id, s.organization_id, s.trigger, i.response, ${QUEUED_MS}
    ), written AS (${writeSteps('claimed')}), responded AS (${storeWithClaim('claimed')})
    SELECT session_id AS "sessionId", queued_ms AS "queuedMs" FROM claimed`,
  { sessionId: 'uuid', queuedMs: 'float8' },
);

/** Claims sessions together with their steps so far. Returns null for lost sessions, for which nothing is written. */
export async function claimDeferred(sql: Sql, claims: DeferredClaimToWrite[]): Promise<(ClaimedDeferred | null)[]> {
  const rows = await sql.query(
    ...CLAIM_DEFERRED.with({
      sessionIds: plainArray(claims.map(({ fence }) => fence.sessionId)),
      ...deferredClaimParameters(claims.map(({ claim }) => claim)),
      ...stepParameters(claims),
    }),
  );
  const claimed = new Map(rows.map(({ sessionId, queuedMs }) => [sessionId, { queuedMs }]));
  return claims.map(({ fence }) => claimed.get(fence.sessionId) ?? null);
}

/** The parameters of deferred claims. Each is a list with an entry for each claim. */
export type DeferredClaimParameters = Record<'executorIds' | 'enqueueNumbers' | 'ranMs' | 'responses', SqlArray>;

/** Returns the values for the parameters of deferred claims. */
export function deferredClaimParameters(claims: readonly SealedDeferredClaim[]): DeferredClaimParameters {
  return {
    executorIds: plainArray(claims.map(({ executorId }) => executorId)),
    enqueueNumbers: plainArray(claims.map(({ enqueueNumber }) => enqueueNumber)),
    ranMs: plainArray(claims.map(({ ranMs }) => ranMs)),
    responses: hiddenArray(claims.map(({ response }) => response)),
  };
}
