import type { FailureCode } from '@workflow/workflow-model';
import type { SessionEnd, StepRecord, Execution, Fence, Written } from '@workflow/session-store';

/**
 * How a claim of a session ended, in the store's form, with the steps that are not written yet. `lost` means that the
 * claim is lost or the session was cancelled, and nothing may be written. `isSensitive` means that the session has
 * sensitive values: they are masked here, and no notification contains the outcome.
 */
export type SessionOutcome = (SessionEnd & { steps: StepRecord[]; isSensitive?: true }) | { kind: 'lost' };

/** The outcome of a session that ended. */
export type SessionEnded = Extract<SessionOutcome, { kind: 'succeeded' | 'failed' }>;
export type SessionFailed = Extract<SessionEnded, { kind: 'failed' }>;

/**
 * Returns the outcome of a session that failed for a reason outside of its components. `errorId` is in its log line.
 */
export function failedOutcome(code: FailureCode, message: string, errorId: string): SessionFailed {
  return { kind: 'failed', error: { code, message, componentId: null, errorId }, steps: [] };
}

/** Returns the outcome of a session that blocked the event loop of its executor. */
export function blockedOutcome(errorId: string): SessionFailed {
  const message = 'The session computed for too long without a pause and blocked its executor, which was ended.';
  return failedOutcome('BLOCKED_EXECUTOR', message, errorId);
}

/** The abort reason of a session that must be released at shutdown. Every other reason means that the claim is lost. */
export class ReleaseRequest extends Error {
  constructor() {
    super('the executor shuts down');
    this.name = 'ReleaseRequest';
  }
}

/** The abort reason of a session that was cancelled or that another executor has claimed. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';

  constructor() {
    super('the session was cancelled or claimed by another executor');
  }
}

/** Returns the outcome of a claim whose signal fired. */
export function outcomeOfAbort(signal: AbortSignal): SessionOutcome {
  return signal.reason instanceof ReleaseRequest ? { kind: 'released', steps: [] } : { kind: 'lost' };
}

/**
 * Writes how a claim ended, with the remaining steps. Resolves to false if the claim is lost and nothing was written.
 */
export function recordOutcome(store: Pick<Execution, 'end'>, fence: Fence, outcome: SessionOutcome): Promise<Written> {
  return outcome.kind === 'lost' ? Promise.resolve(false) : store.end(fence, outcome, outcome.steps);
}
