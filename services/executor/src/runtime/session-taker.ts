import type { Logger } from '@workflow/service-runtime';
import type { CarriedStart, SessionNotifications } from '@workflow/session-queue';
import type { ClaimedSession, Execution, StoreClock } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { AloneGate } from '../capacity/alone-gate.ts';
import type { AwaitedSessions } from '../capacity/awaited-sessions.ts';
import type { SessionDurations } from '../capacity/session-durations.ts';
import type { ActiveSessions } from '../capacity/active-sessions.ts';
import type { SessionClaim } from '../session/session-claim.ts';
import type { SessionOutcome } from '../session/session-outcome.ts';

/**
 * Runs one session to an outcome. When `signal` fires, the run stops: its reason is a release or a lost claim.
 */
export type SessionRunner = (
  claimed: ClaimedSession,
  signal: AbortSignal,
  claim: SessionClaim,
) => Promise<SessionOutcome>;

export interface SessionTakerParts {
  executorId: string;
  logger: Logger;
  execution: Pick<Execution, 'claim' | 'claimDeferred' | 'claimAndEnd' | 'countCrashes' | 'end' | 'recordSteps'>;
  notifications: Pick<SessionNotifications, 'publish'>;
  awaited: Pick<AwaitedSessions, 'add' | 'remove' | 'responded'>;
  runSession: SessionRunner;
  active: ActiveSessions;
  clock: Pick<StoreClock, 'now'>;
  /** The milliseconds for which a session may run without a claim. */
  claimAfterMs: number;
  gate: AloneGate;
  metrics: ExecutorMetrics;
  durations: Pick<SessionDurations, 'observe'>;
  /** Called with the error of every failed operation of the store. */
  onStoreFailure: (error: unknown) => void;
}

export interface SessionToTake {
  sessionId: string;
  organizationId: string;
  awaitedBy: string | undefined;
  enqueueNumber: number;
  /** Null if the session must be claimed first. */
  start: CarriedStart | null;
  /** Set if it was enqueued while its row was being committed, so that the row may not exist yet. */
  isEarly: boolean;
}

/**
 * Processes one session. It either claims the session, applies the crash rules and runs it, or it runs the session from
 * the start in its job and claims it later. Then it writes the outcome and notifies waiting callers. `onClaimed` is
 * called when the claim is answered, whether the session was claimable or not. Never rejects.
 */
export type SessionTaker = (session: SessionToTake, onClaimed: () => void) => Promise<void>;
