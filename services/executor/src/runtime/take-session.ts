import { randomUUID } from 'node:crypto';
import type { Logger } from '@workflow/service-runtime';
import type { EndSignals } from '@workflow/session-queue';
import type { ClaimedSession, Execution } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { ABORTED, keepTrying } from '../retry/keep-trying.ts';
import { recordOutcome } from '../session/record-outcome.ts';
import { failedOutcome, type SessionOutcome } from '../session/session-outcome.ts';
import type { AwaitedSessions } from '../in-hand/awaited-sessions.ts';
import type { AloneGate } from '../in-hand/alone-gate.ts';
import type { SessionDurations } from '../in-hand/session-durations.ts';
import type { SessionsInHand } from '../in-hand/sessions-in-hand.ts';
import { crashRule } from './crash-rules.ts';
import { endSignalOf } from './end-signal-of.ts';
import { isEnd, observeClaims } from './observe-claims.ts';

/** Walks one claimed session to an outcome. When `signal` fires, the walk stops; its reason says released or lost. */
export type SessionRunner = (claimed: ClaimedSession, signal: AbortSignal) => Promise<SessionOutcome>;

export interface SessionTakerParts {
  executorId: string;
  logger: Logger;
  execution: Pick<Execution, 'claim' | 'countCrashes' | 'end'>;
  signals: Pick<EndSignals, 'publish'>;
  awaited: Pick<AwaitedSessions, 'add' | 'remove'>;
  runSession: SessionRunner;
  inHand: SessionsInHand;
  gate: AloneGate;
  metrics: ExecutorMetrics;
  durations: Pick<SessionDurations, 'observe'>;
  /** Called with the error of every failed operation of the store. */
  onStoreFailure: (error: unknown) => void;
}

/**
 * Takes one session to its end: claim, crash rules, run, record, signal. `onClaimed` is called when the claim is
 * answered, whether the session was claimable or not. Never rejects.
 */
export type SessionTaker = (
  session: { sessionId: string; awaitedBy: string | undefined; enqueueNumber: number },
  onClaimed: () => void,
) => Promise<void>;

/** Makes the function that takes a session to its end. */
export function createSessionTaker(parts: SessionTakerParts): SessionTaker {
  const { inHand, gate, logger } = parts;
  const observe = observeClaims(parts);

  /** @throws the signal's reason when it fires during an outage of PostgreSQL */
  async function throughOutage<Result>(operation: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const done = await keepTrying(operation, signal, parts.onStoreFailure);
    if (done === ABORTED) throw signal.reason;
    return done;
  }

  async function handle(
    { sessionId, awaitedBy, enqueueNumber }: Parameters<SessionTaker>[0],
    onClaimed: () => void,
    signal: AbortSignal,
  ): Promise<void> {
    const since = performance.now();
    const claimed = await throughOutage(
      () => parts.execution.claim({ sessionId, executorId: parts.executorId, enqueueNumber }),
      signal,
    );
    onClaimed();
    if (claimed === null) {
      observe.refused();
      return;
    }
    const claimedAt = performance.now();
    observe.answered(claimed, claimedAt - since);
    inHand.claimed(claimed.id, claimed.claimNumber);
    parts.awaited.add(claimed.id, awaitedBy);
    const outcome = await runByRule(claimed, signal);
    inHand.ending(claimed.id);
    observe.ended(claimed, outcome, performance.now() - claimedAt);
    const written = await record(claimed, outcome, signal);
    if (written !== null && awaitedBy !== undefined && isEnd(written))
      parts.signals.publish(awaitedBy, [endSignalOf(claimed, written)]);
  }

  function runByRule(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    switch (crashRule(claimed.crashes)) {
      case 'give-up':
        return Promise.resolve(crashed(claimed));
      case 'run-alone':
        logger.warn(
          { sessionId: claimed.id, crashes: claimed.crashes },
          'the session runs alone after it lost two executors',
        );
        return runAlone(claimed, signal);
      case 'run':
        return gate.runBeside(() => run(claimed, signal));
    }
  }

  /** Until its turn comes the session has done nothing, so a crash of the executor meanwhile is not charged to it. */
  async function runAlone(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    const fence = { sessionId: claimed.id, claimNumber: claimed.claimNumber };
    const count = (crashes: number) => throughOutage(() => parts.execution.countCrashes(fence, crashes), signal);
    await count(claimed.crashes - 1);
    return gate.runAlone(async () => ((await count(claimed.crashes)) ? run(claimed, signal) : { kind: 'lost' }));
  }

  async function run(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    try {
      return await parts.runSession(claimed, signal);
    } catch (err) {
      const errorId = randomUUID();
      logger.error({ err, errorId, sessionId: claimed.id }, 'the session failed by an internal error');
      const message = `The session failed unexpectedly. Please quote ${errorId} to support.`;
      return failedOutcome('INTERNAL_ERROR', message, errorId);
    }
  }

  function crashed(claimed: ClaimedSession): SessionOutcome {
    const errorId = randomUUID();
    logger.error(
      { errorId, sessionId: claimed.id, crashes: claimed.crashes },
      'the session was given up: it lost every executor that ran it',
    );
    const message = `The executors that ran this session were lost ${claimed.crashes} times in a row.`;
    return failedOutcome('CRASHED', message, errorId);
  }

  /**
   * What was written; null: nothing, because the claim is lost. An outcome that cannot be written as it is (PostgreSQL
   * refuses a value) still ends the session, as failed.
   */
  async function record(
    claimed: ClaimedSession,
    outcome: SessionOutcome,
    signal: AbortSignal,
  ): Promise<SessionOutcome | null> {
    const fence = { sessionId: claimed.id, claimNumber: claimed.claimNumber };
    const write = async (result: SessionOutcome) =>
      (await throughOutage(() => recordOutcome(parts.execution, fence, result), signal)) ? result : null;
    try {
      return await write(outcome);
    } catch (err) {
      if (signal.aborted) throw err;
      const errorId = randomUUID();
      logger.error({ err, errorId, sessionId: claimed.id, outcome: outcome.kind }, 'the outcome could not be written');
      const message = `The result could not be stored. Please quote ${errorId} to support.`;
      return write(failedOutcome('INTERNAL_ERROR', message, errorId));
    }
  }

  return async (session, onClaimed) => {
    const signal = inHand.take(session.sessionId);
    if (signal === null) return;
    try {
      await handle(session, onClaimed, signal);
    } catch (err) {
      logger.error({ err, sessionId: session.sessionId }, 'the session was left to the dispatcher');
    } finally {
      inHand.drop(session.sessionId);
      parts.awaited.remove(session.sessionId);
    }
  };
}
