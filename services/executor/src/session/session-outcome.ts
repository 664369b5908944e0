import type { StepRecord } from '@workflow/session-store';
import type { Json, SessionError } from '@workflow/workflow-model';

/** How one attempt at a session ended. `steps` are those not written yet; they go with the end, in one statement. */
export type SessionOutcome =
  | { kind: 'succeeded'; output: Json; steps: StepRecord[] }
  | { kind: 'failed'; error: SessionError; steps: StepRecord[] }
  | { kind: 'waiting'; dueAt: Date | null; childrenSeen: number; steps: StepRecord[] }
  /** Given back at shutdown; another executor goes on from the committed steps. */
  | { kind: 'handed-back'; steps: StepRecord[] }
  /** The claim is lost or the session cancelled: nothing may be written any more. */
  | { kind: 'lost' };

/** Abort reason for a session that is to be handed back, at shutdown. Every other reason means that the claim is lost. */
export class HandBackRequest extends Error {
  constructor() {
    super('the executor shuts down');
    this.name = 'HandBackRequest';
  }
}

/** The outcome of an attempt whose signal fired. */
export function outcomeOfAbort(signal: AbortSignal): SessionOutcome {
  return signal.reason instanceof HandBackRequest ? { kind: 'handed-back', steps: [] } : { kind: 'lost' };
}
