import { randomUUID } from 'node:crypto';
import type { Logger } from '@workflow/service-runtime';
import type { EndSignals, SessionJob } from '@workflow/session-queue';
import type { ClaimedSession, RunningSessions } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import { recordOutcome } from '../session/record-outcome.ts';
import type { SessionOutcome } from '../session/session-outcome.ts';
import type { AloneGate } from './alone-gate.ts';
import { crashRule } from './crash-rules.ts';
import type { HeldSessions } from './held-sessions.ts';
import { waitOut } from './wait-out.ts';

/** Walks one claimed session to an outcome; fires on `signal` mean: stop, hand back or lost by the signal's reason. */
export type SessionRunner = (claimed: ClaimedSession, signal: AbortSignal) => Promise<SessionOutcome>;

export interface JobRunnerParts {
  executorId: string;
  logger: Logger;
  sessions: Pick<RunningSessions, 'claim' | 'countCrashes' | 'end'>;
  signals: Pick<EndSignals, 'publish'>;
  runSession: SessionRunner;
  held: HeldSessions;
  gate: AloneGate;
  metrics: ExecutorMetrics;
  /** Told of every failed store operation. */
  onStoreFailure: (error: unknown) => void;
}

/** Turns a job into a session's end: claim, crash rules, run, record, signal. Never rejects for a failed session. */
export function createJobRunner(parts: JobRunnerParts): (job: SessionJob) => Promise<void> {
  const { held, gate, metrics, logger } = parts;

  async function handle(job: SessionJob, signal: AbortSignal): Promise<void> {
    const since = performance.now();
    const claimed = await waitOut(() => parts.sessions.claim({ sessionId: job.sessionId, executorId: parts.executorId }), signal, parts.onStoreFailure);
    if (claimed === null) return metrics.unclaimed.inc();
    metrics.claimSeconds.observe((performance.now() - since) / 1_000);
    held.claimed(claimed.id, claimed.attempt);
    const outcome = await runByRule(claimed, signal);
    held.ending(claimed.id);
    metrics.ended.inc({ outcome: outcome.kind });
    const written = await record(claimed, outcome, signal);
    if (written && job.awaitedBy !== undefined && (outcome.kind === 'succeeded' || outcome.kind === 'failed')) {
      parts.signals.publish(job.awaitedBy, [claimed.id]);
    }
  }

  function runByRule(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    switch (crashRule(claimed.crashes)) {
      case 'give-up':
        return Promise.resolve(crashed(claimed));
      case 'run-alone':
        logger.warn({ sessionId: claimed.id, crashes: claimed.crashes }, 'the session runs alone after it lost two executors');
        return runAlone(claimed, signal);
      case 'run':
        return gate.runBeside(() => run(claimed, signal));
    }
  }

  /** Until its turn comes the session has done nothing: what others do to this executor meanwhile is not its crash. */
  async function runAlone(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    const fence = { sessionId: claimed.id, attempt: claimed.attempt };
    const count = (crashes: number) => waitOut(() => parts.sessions.countCrashes(fence, crashes), signal, parts.onStoreFailure);
    await count(claimed.crashes - 1);
    return gate.runAlone(async () => ((await count(claimed.crashes)) ? run(claimed, signal) : { kind: 'lost' }));
  }

  async function run(claimed: ClaimedSession, signal: AbortSignal): Promise<SessionOutcome> {
    try {
      return await parts.runSession(claimed, signal);
    } catch (err) {
      const errorId = randomUUID();
      logger.error({ err, errorId, sessionId: claimed.id }, 'the session could not be walked');
      const message = `The session failed unexpectedly. Please quote ${errorId} to support.`;
      return { kind: 'failed', error: { code: 'INTERNAL_ERROR', message, componentId: null, errorId }, steps: [] };
    }
  }

  function crashed(claimed: ClaimedSession): SessionOutcome {
    const errorId = randomUUID();
    logger.error({ errorId, sessionId: claimed.id, crashes: claimed.crashes }, 'the session was given up: it lost every executor that ran it');
    const message = `The executors that ran this session were lost ${claimed.crashes} times in a row.`;
    return { kind: 'failed', error: { code: 'CRASHED', message, componentId: null, errorId }, steps: [] };
  }

  /** An outcome that cannot be written as it is (a value that PostgreSQL refuses) ends the session as failed all the same. */
  async function record(claimed: ClaimedSession, outcome: SessionOutcome, signal: AbortSignal): Promise<boolean> {
    const fence = { sessionId: claimed.id, attempt: claimed.attempt };
    const write = (what: SessionOutcome) => waitOut(() => recordOutcome(parts.sessions, fence, what), signal, parts.onStoreFailure);
    try {
      return await write(outcome);
    } catch (err) {
      if (signal.aborted) throw err;
      const errorId = randomUUID();
      logger.error({ err, errorId, sessionId: claimed.id, outcome: outcome.kind }, 'the outcome could not be written');
      const message = `The result could not be stored. Please quote ${errorId} to support.`;
      return write({ kind: 'failed', error: { code: 'INTERNAL_ERROR', message, componentId: null, errorId }, steps: [] });
    }
  }

  return async (job) => {
    // Left in the ledger: the dispatcher offers it again, to this executor or another.
    if (gate.closed) return;
    const signal = held.take(job.sessionId);
    if (signal === null) return;
    try {
      await handle(job, signal);
    } catch (err) {
      logger.error({ err, sessionId: job.sessionId }, 'the job was left to the dispatcher');
    } finally {
      held.drop(job.sessionId);
    }
  };
}
