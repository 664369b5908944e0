import { randomUUID } from 'node:crypto';
import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { ClaimedSession } from '@workflow/session-store';
import { fenceOf, writtenClaim, type SessionClaim } from '../session/session-claim.ts';
import { blockedOutcome, failedOutcome, type SessionOutcome } from '../session/session-outcome.ts';
import { claimWhenCommitted } from './claim-when-committed.ts';
import { crashRule } from './crash-rules.ts';
import { firstSession, createFirstRunner } from './run-first.ts';
import { observeClaims } from './observe-claims.ts';
import { recordOutcomes } from './record-outcomes.ts';
import type { SessionTaker, SessionTakerParts, SessionToTake } from './session-taker.ts';

/** Returns the owner of the turns of the event loop in which a session is claimed, run and written. */
function ownerOf({ sessionId, organizationId }: SessionToTake): TurnOwner {
  return { kind: 'session', name: sessionId, organizationId };
}

/** Returns the function that claims a session, runs it and records its outcome. */
export function createSessionTaker(parts: SessionTakerParts): SessionTaker {
  const { active, gate, logger } = parts;
  const observe = observeClaims(parts);
  const { recordClaimed, notifyOfEnd, throughOutage } = recordOutcomes(parts);
  const runFirst = createFirstRunner(parts, run);

  async function handle(session: SessionToTake, onClaimed: () => void, signal: AbortSignal): Promise<void> {
    const { sessionId, awaitedBy, enqueueNumber, start } = session;
    const takenAt = start === null ? null : parts.clock.now();
    if (start !== null && takenAt !== null)
      return runFirst(firstSession(session, start, takenAt), session, onClaimed, signal);
    const since = performance.now();
    const request = { sessionId, executorId: parts.executorId, enqueueNumber };
    const claimed = await throughOutage(
      () => claimWhenCommitted(session, () => parts.execution.claim(request), signal),
      signal,
    );
    onClaimed();
    if (claimed === null) {
      observe.refused();
      return;
    }
    const claimedAt = performance.now();
    observe.answered(claimed, claimedAt - since);
    active.claimed(claimed.id, claimed.claimNumber);
    parts.awaited.add(claimed.id, awaitedBy);
    const outcome = await runByRule(claimed, signal);
    active.ending(claimed.id);
    observe.ended(claimed, outcome, performance.now() - claimedAt);
    notifyOfEnd(claimed, awaitedBy, await recordClaimed(claimed, outcome, signal));
  }

  function runByRule(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    switch (crashRule(claimed.crashes)) {
      case 'give-up':
        return Promise.resolve(crashed(claimed));
      case 'blocked':
        return Promise.resolve(blockedOutcome(randomUUID()));
      case 'run-alone':
        logger.warn(
          { sessionId: claimed.id, crashes: claimed.crashes },
          'The session runs alone, because two executors that ran it were lost',
        );
        return runAlone(claimed, signal);
      case 'run':
        return gate.runWithOthers(() => run(claimed, signal));
    }
  }

  /** Runs the session alone. Before that it has done nothing, so a crash of the executor is not charged to it. */
  async function runAlone(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    const fence = fenceOf(claimed);
    const count = (crashes: number) => throughOutage(() => parts.execution.countCrashes(fence, crashes), signal);
    await count(claimed.crashes - 1);
    return gate.runAlone(async () => ((await count(claimed.crashes)) ? run(claimed, signal) : { kind: 'lost' }));
  }

  async function run(
    claimed: ClaimedSession,
    signal: AbortSignal,
    claim: SessionClaim = writtenClaim(parts.execution, fenceOf(claimed)),
  ): Promise<SessionOutcome> {
    try {
      return await parts.runSession(claimed, signal, claim);
    } catch (err) {
      const errorId = randomUUID();
      logger.error({ err, errorId, sessionId: claimed.id }, 'The session failed with an internal error');
      const message = `The session failed unexpectedly (error ID ${errorId}). Report the ID to the operator`;
      return failedOutcome('INTERNAL_ERROR', message, errorId);
    }
  }

  function crashed(claimed: ClaimedSession): SessionOutcome {
    const errorId = randomUUID();
    logger.error(
      { errorId, sessionId: claimed.id, crashes: claimed.crashes },
      'Ended the session, because every executor that ran it was lost',
    );
    const message = `The executors that ran this session were lost ${claimed.crashes} times in a row.`;
    return failedOutcome('CRASHED', message, errorId);
  }

  return async (session, onClaimed) => {
    const signal = active.take(session.sessionId);
    if (signal === null) return;
    try {
      await runAs(ownerOf(session), () => handle(session, onClaimed, signal));
    } catch (err) {
      logger.error(
        { err, sessionId: session.sessionId },
        'Could not take a session; the dispatcher will enqueue it again',
      );
    } finally {
      active.drop(session.sessionId);
      parts.awaited.remove(session.sessionId);
    }
  };
}
