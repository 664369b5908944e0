import { randomUUID } from 'node:crypto';
import type { ClaimedSession, Written } from '@workflow/session-store';
import { ABORTED, keepTrying } from '../loops/keep-trying.ts';
import { fenceOf } from '../session/session-claim.ts';
import { recordOutcome, failedOutcome, type SessionFailed, type SessionOutcome } from '../session/session-outcome.ts';
import { endNotificationOf } from './end-notification-of.ts';
import { isEnd } from './observe-claims.ts';
import type { SessionTakerParts } from './session-taker.ts';

/** Creates the functions that write outcomes and notify waiting callers. */
export function recordOutcomes(
  parts: Pick<SessionTakerParts, 'execution' | 'logger' | 'notifications' | 'onStoreFailure'>,
) {
  /** @throws the signal's reason if it fires during an outage of PostgreSQL */
  async function throughOutage<Result>(operation: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const done = await keepTrying(operation, signal, parts.onStoreFailure);
    if (done === ABORTED) throw signal.reason;
    return done;
  }

  function recordClaimed(claimed: ClaimedSession, outcome: SessionOutcome, signal: AbortSignal) {
    return record(claimed, outcome, signal, (result) => recordOutcome(parts.execution, fenceOf(claimed), result));
  }

  /**
   * Writes an outcome. Returns the outcome that was written, or null if the claim was lost. If PostgreSQL refuses the
   * outcome because of a value, the session ends as failed.
   */
  async function record<Outcome extends SessionOutcome>(
    claimed: ClaimedSession,
    outcome: Outcome,
    signal: AbortSignal,
    write: (result: Outcome | SessionFailed) => Promise<Written>,
  ): Promise<Outcome | SessionFailed | null> {
    const writeOut = async (result: Outcome | SessionFailed) =>
      (await throughOutage(() => write(result), signal)) ? result : null;
    try {
      return await writeOut(outcome);
    } catch (err) {
      if (signal.aborted) throw err;
      const errorId = randomUUID();
      parts.logger.error(
        { err, errorId, sessionId: claimed.id, outcome: outcome.kind },
        'Could not write the outcome of a session; the dispatcher will rescue it',
      );
      const message = `The result could not be stored (error ID ${errorId}). Report the ID to the operator`;
      return writeOut(failedOutcome('INTERNAL_ERROR', message, errorId));
    }
  }

  /** Notifies waiting callers of a written end. */
  function notifyOfEnd(session: ClaimedSession, awaitedBy: string | undefined, written: SessionOutcome | null): void {
    if (written !== null && awaitedBy !== undefined && isEnd(written))
      parts.notifications.publish(awaitedBy, [endNotificationOf(session, written)]);
  }

  return { record, recordClaimed, notifyOfEnd, throughOutage };
}
