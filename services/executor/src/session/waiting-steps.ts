import type { StepRecord } from '@workflow/session-store';

/** A component that waits: for a time, for its children, or for its next try. */
export interface WaitingStep {
  readonly componentId: string;
  /** The try that continues, or begins, when the wait is over. */
  readonly attempt: number;
  /** Milliseconds since the epoch; null: at no time. */
  readonly untilMs: number | null;
  /** true: a new try begins then (back-off); false: the component itself waits. */
  readonly isBackoff: boolean;
  /** The try waits for its turn in a throttle. */
  readonly isThrottled?: boolean;
  /** It goes on when a child of it ends, or its question is answered, as well. */
  readonly isForOthers?: boolean;
  /** Its WAITING step; null for a short back-off, which the executor waits out and does not write. */
  readonly record: StepRecord | null;
}

/** The waiting components of a claimed session. */
export class WaitingSteps {
  readonly #waiting = new Map<string, WaitingStep>();
  /** Components that looked since the claim: the next end of a child, or answer, makes the session due again. */
  readonly #looked = new Set<string>();
  #waitedOut = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** Whether a short back-off is among them: then the session must keep its slot. */
  get keepsSession(): boolean {
    return this.#waitedOut > 0;
  }

  /** Began to wait since the claim. */
  add(step: WaitingStep): void {
    this.addResumed(step);
    this.#looked.add(step.componentId);
    if (step.record === null) this.#waitedOut += 1;
  }

  /** Waited when an earlier claim ended. */
  addResumed(step: WaitingStep): void {
    this.#waiting.set(step.componentId, step);
  }

  /**
   * Removes and returns one that is due, or null. In a resumed session, components that wait for others are due once.
   */
  takeDue(nowMs: number): WaitingStep | null {
    for (const [id, step] of this.#waiting) {
      const looksAgain = step.isForOthers === true && !this.#looked.has(id);
      const isDue = looksAgain || (step.untilMs !== null && step.untilMs <= nowMs);
      if (!isDue) continue;
      this.#waiting.delete(id);
      if (step.record === null) this.#waitedOut -= 1;
      return step;
    }
    return null;
  }

  /** Milliseconds since the epoch; Infinity when nothing waits for a time. */
  earliestDueMs(): number {
    let earliest = Infinity;
    for (const { untilMs } of this.#waiting.values()) if (untilMs !== null && untilMs < earliest) earliest = untilMs;
    return earliest;
  }

  /** The WAITING steps as they are when the session fails. */
  cancelled(at: Date): StepRecord[] {
    return [...this.#waiting.values()].flatMap(({ record }) =>
      record === null ? [] : [{ ...record, status: 'CANCELLED' as const, output: null, finishedAt: at }],
    );
  }
}
