import {
  FIRST_CLAIM,
  type ClaimedDeferred,
  type ClaimedSession,
  type DeferredClaimRequest,
} from '@workflow/session-store';
import { DeferredClaimWriter } from '../session/session-claim.ts';
import { ClaimLost, type SessionEnded } from '../session/session-outcome.ts';
import { claimWhenCommitted } from './claim-when-committed.ts';
import { isEnd, observeClaims } from './observe-claims.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { SessionRunner, SessionTakerParts, SessionToTake } from './session-taker.ts';
import type { CarriedStart } from '@workflow/session-queue';
import type { JsonObject } from '@workflow/workflow-model';

/**
 * Returns a session as its first claim would return it, built from the start in its job.
 * @param takenAt when the executor got the job, by PostgreSQL's clock
 */
export function firstSession(
  { sessionId: id, organizationId }: { sessionId: string; organizationId: string },
  { valuesJson, ...start }: CarriedStart,
  takenAt: Date,
): ClaimedSession {
  return {
    ...start,
    id,
    organizationId,
    placeholderValues: JSON.parse(valuesJson) as JsonObject,
    claimNumber: FIRST_CLAIM,
    run: 1,
    resumeFromRun: 1,
    crashes: 0,
    depth: 0,
    childrenFinished: 0,
    resumed: false,
    ranMs: 0,
    claimedAt: takenAt,
  };
}

/**
 * Creates the function that runs a session from the start in its first job. The session runs without a claim until
 * something needs one, for `claimAfterMs` at most. If nothing needed one, a single statement claims and ends the
 * session. `onClaimed` is called when the claim is answered, unless the session ends before.
 */
export function createFirstRunner(parts: SessionTakerParts, run: SessionRunner) {
  const { executorId, execution, active, onStoreFailure } = parts;
  const observe = observeClaims(parts);
  const { record, recordClaimed, notifyOfEnd } = recordOutcomes(parts);

  /** Measures a statement that claims a session. */
  async function claiming(
    session: SessionToTake,
    write: () => Promise<ClaimedDeferred | null>,
    signal: AbortSignal,
  ): Promise<ClaimedDeferred | null> {
    const since = performance.now();
    const claimed = await claimWhenCommitted(session, write, signal);
    if (claimed === null) observe.refused();
    else observe.answered(claimed, performance.now() - since);
    return claimed;
  }

  return async (
    first: ClaimedSession,
    session: SessionToTake,
    onClaimed: () => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const { id: sessionId, organizationId } = first;
    const { awaitedBy, enqueueNumber } = session;
    const takenAt = performance.now();
    const request = (): DeferredClaimRequest => {
      const response = claim.response && { organizationId, response: claim.response.response };
      return { sessionId, executorId, enqueueNumber, ranMs: performance.now() - takenAt, response };
    };
    const notifyOfResponse = () => claim.response && parts.awaited.responded(claim.response.notification);
    const claim = new DeferredClaimWriter({
      claim: (steps) => claiming(session, () => execution.claimDeferred(request(), steps), signal),
      recordSteps: (steps) => execution.recordSteps({ sessionId, claimNumber: FIRST_CLAIM }, steps),
      signal,
      onStoreFailure,
      onAnswer: (claimed) => {
        onClaimed();
        if (claimed === null) active.abortUnclaimed(sessionId, new ClaimLost());
        else {
          active.claimed(sessionId, FIRST_CLAIM);
          notifyOfResponse();
        }
      },
    });
    parts.awaited.add(sessionId, awaitedBy);
    const timer = setTimeout(() => void claim.ensureWritten().catch(() => undefined), parts.claimAfterMs);
    const outcome = await parts.gate.runWithOthers(() => run(first, signal, claim)).finally(() => clearTimeout(timer));
    const tookMs = performance.now() - takenAt;
    if (isEnd(outcome) && claim.close()) {
      const written = await record<SessionEnded>(first, outcome, signal, async (ended) => {
        const end = () => execution.claimAndEnd(request(), ended, ended.steps);
        return (await claiming(session, end, signal)) !== null;
      });
      if (written !== null) {
        observe.ended(first, written, tookMs);
        notifyOfResponse();
      }
      notifyOfEnd(first, awaitedBy, written);
      return;
    }
    // A session that waits or is released needs the claim as well. A lost session has none.
    if (outcome.kind === 'lost' && !claim.isWritten) return;
    if (!(await claim.settle())) return;
    active.ending(sessionId);
    observe.ended(first, outcome, tookMs);
    notifyOfEnd(first, awaitedBy, await recordClaimed(first, outcome, signal));
  };
}
