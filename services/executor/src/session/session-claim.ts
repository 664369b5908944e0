import type { EndSignal } from '@workflow/session-queue';
import type { ClaimedLate, Execution, Fence, StepRecord, WebhookResponse, Written } from '@workflow/session-store';
import { ABORTED, keepTrying } from '../retry/keep-trying.ts';
import { ClaimLost } from './session-outcome.ts';

/** What a session answers the sender of its delivery with. */
export interface ClaimedResponse {
  response: WebhookResponse;
  /** Tells of it, once it is stored. */
  signal: EndSignal;
}

/** The claim that a session's writes need. */
export interface SessionClaim {
  /** Whether it is written. */
  readonly isHeld: boolean;
  /** Resolves when it is written. @throws ClaimLost, or the reason of the session's signal */
  hold(): Promise<void>;
  /** Commits steps, with the claim where it is not written yet. false: the claim is lost, and nothing was written. */
  record(steps: StepRecord[]): Promise<Written>;
  /** true: the session's response is stored and told with the claim, the first one at least. false: the caller does. */
  takeResponse(response: ClaimedResponse): boolean;
}

/** Of a session that was claimed before it runs. */
export function heldClaim(store: Pick<Execution, 'recordSteps'>, fence: Fence): SessionClaim {
  return {
    isHeld: true,
    hold: () => Promise.resolve(),
    record: (steps) => store.recordSteps(fence, steps),
    takeResponse: () => false,
  };
}

/** The same claim, whose steps are measured as those that are recorded later. */
export function measuredClaim(
  claim: SessionClaim,
  durations: { observe(steps: readonly StepRecord[]): void },
): SessionClaim {
  return {
    get isHeld() {
      return claim.isHeld;
    },
    hold: () => claim.hold(),
    record: async (steps) => {
      const written = await claim.record(steps);
      if (written) durations.observe(steps);
      return written;
    },
    takeResponse: (response) => claim.takeResponse(response),
  };
}

export interface LateClaimParts {
  /** Claims, with these steps and with the `response` so far; null: the session is lost. */
  claim: (steps: StepRecord[]) => Promise<ClaimedLate | null>;
  /** Commits further steps. */
  recordSteps: (steps: StepRecord[]) => Promise<Written>;
  /** Fires when the session is to stop. */
  signal: AbortSignal;
  /** Told of every failure of the store. */
  onStoreFailure: (error: unknown) => void;
  /** Called once, when the claim is answered; null: the session is lost. */
  onAnswer: (claimed: ClaimedLate | null) => void;
}

/** Of a session that runs first: written with the first thing that needs it, once. */
export class LateClaim implements SessionClaim {
  readonly #parts: LateClaimParts;
  #answer: Promise<Written> | null = null;
  #isClosed = false;
  isHeld = false;
  /** To be written with the claim. */
  response: ClaimedResponse | null = null;

  constructor(parts: LateClaimParts) {
    this.#parts = parts;
  }

  /**
   * To be called when the session's part is over. true: nothing needed the claim, and nothing can any more, so it may
   * be written with the end.
   */
  close(): boolean {
    this.#isClosed = true;
    return this.#answer === null;
  }

  async hold(): Promise<void> {
    if (!this.isHeld && !(await this.settle())) throw new ClaimLost();
  }

  /** Claims, unless that was done. false: the session is lost. @throws the reason of the session's signal */
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
    // Whoever needs the claim hears of it; when nobody does, the session is over.
    this.#answer.catch(() => undefined);
    return this.#answer;
  }

  async #claim(steps: StepRecord[]): Promise<Written> {
    const { claim, signal, onStoreFailure, onAnswer } = this.#parts;
    const claimed = await keepTrying(() => claim(steps), signal, onStoreFailure);
    if (claimed === ABORTED) throw signal.reason;
    this.isHeld = claimed !== null;
    onAnswer(claimed);
    return this.isHeld;
  }
}
