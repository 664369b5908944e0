import type { SessionNotification } from '@workflow/session-queue';
import type {
  ClaimedDeferred,
  ClaimedSession,
  Execution,
  Fence,
  StepRecord,
  WebhookResponse,
  Written,
} from '@workflow/session-store';
import { ABORTED, keepTrying } from '../loops/keep-trying.ts';
import { ClaimLost } from './session-outcome.ts';

/** The response of a session to the sender of its delivery. */
export interface ClaimedResponse {
  response: WebhookResponse;
  /** The notification to send after the response is stored. */
  notification: SessionNotification;
}

/** The claim that a session's writes need. */
export interface SessionClaim {
  /** A claim is `written` before the session runs, or `deferred` to the first write that needs it. */
  readonly kind: 'written' | 'deferred';
  /** True if the claim is written. */
  readonly isWritten: boolean;
  /** Resolves when the claim is written. @throws ClaimLost, or the reason of the session's signal */
  ensureWritten(): Promise<void>;
  /**
   * Commits steps, together with the claim if that is not written yet. Resolves to false if the claim is lost and
   * nothing was written.
   */
  record(steps: StepRecord[]): Promise<Written>;
  /**
   * Returns true if the response will be stored and sent together with the claim. If false, the caller must store and
   * send it.
   */
  takeResponse(response: ClaimedResponse): boolean;
}

/** Returns the fence of the writes of a claimed session. */
export function fenceOf({ id: sessionId, claimNumber }: ClaimedSession): Fence {
  return { sessionId, claimNumber };
}

/** Returns the claim of a session that was claimed before it runs. */
export function writtenClaim(store: Pick<Execution, 'recordSteps'>, fence: Fence): SessionClaim {
  return {
    kind: 'written',
    isWritten: true,
    ensureWritten: () => Promise.resolve(),
    record: (steps) => store.recordSteps(fence, steps),
    takeResponse: () => false,
  };
}

/** Returns the claim, but calls `observe` with the steps that it records. */
export function observedClaim(claim: SessionClaim, observe: (steps: readonly StepRecord[]) => void): SessionClaim {
  return {
    kind: claim.kind,
    get isWritten() {
      return claim.isWritten;
    },
    ensureWritten: () => claim.ensureWritten(),
    record: async (steps) => {
      const written = await claim.record(steps);
      if (written) observe(steps);
      return written;
    },
    takeResponse: (response) => claim.takeResponse(response),
  };
}

interface DeferredClaimParts {
  /** Claims with these steps and the `response` so far. Resolves to null if the session is lost. */
  claim: (steps: StepRecord[]) => Promise<ClaimedDeferred | null>;
  /** Commits further steps. */
  recordSteps: (steps: StepRecord[]) => Promise<Written>;
  /** Fires when the session must stop. */
  signal: AbortSignal;
  /** Called with every failure of the store. */
  onStoreFailure: (error: unknown) => void;
  /** Called once when the claim is answered, with null if the session is lost. */
  onAnswer: (claimed: ClaimedDeferred | null) => void;
}

/** The claim of a session that runs before its claim. The first write that needs it writes it, once. */
export class DeferredClaimWriter implements SessionClaim {
  readonly kind = 'deferred';
  readonly #parts: DeferredClaimParts;
  #answer: Promise<Written> | null = null;
  #isClosed = false;
  isWritten = false;
  /** The response to write with the claim. */
  response: ClaimedResponse | null = null;

  constructor(parts: DeferredClaimParts) {
    this.#parts = parts;
  }

  /**
   * Refuses to write the claim from now on. Call it when the session has run. Returns true if the claim was not written
   * or requested, so that one statement may write it together with the end.
   */
  close(): boolean {
    this.#isClosed = true;
    return this.#answer === null;
  }

  async ensureWritten(): Promise<void> {
    if (!this.isWritten && !(await this.settle())) throw new ClaimLost();
  }

  /**
   * Claims the session unless that was done. Resolves to false if the session is lost.
   * @throws the reason of the session's signal
   */
  settle(): Promise<Written> {
    return this.#answer ?? this.#ask([]);
  }

  async record(steps: StepRecord[]): Promise<Written> {
    if (this.#answer === null) return this.#ask(steps);
    return (await this.#answer) && this.#parts.recordSteps(steps);
  }

  takeResponse(response: ClaimedResponse): boolean {
    if (this.#answer !== null || this.#isClosed) return false;
    this.response ??= response;
    return true;
  }

  #ask(steps: StepRecord[]): Promise<Written> {
    if (this.#isClosed) return Promise.resolve(false);
    this.#answer = this.#claim(steps);
    // Callers that wait for the claim get the error. If none waits, the session is over and nobody handles it.
    this.#answer.catch(() => undefined);
    return this.#answer;
  }

  async #claim(steps: StepRecord[]): Promise<Written> {
    const { claim, signal, onStoreFailure, onAnswer } = this.#parts;
    const claimed = await keepTrying(() => claim(steps), signal, onStoreFailure);
    if (claimed === ABORTED) throw signal.reason;
    this.isWritten = claimed !== null;
    onAnswer(claimed);
    return this.isWritten;
  }
}
