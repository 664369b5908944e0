import type { StepRecord } from '@workflow/session-store';

/** A component that waits for a time, for its children, or for its next attempt. */
interface WaitingStep {
  readonly componentId: string;
  /** The attempt that continues, or begins, when the wait is over. */
  readonly attempt: number;
  /** Milliseconds since the epoch; null if it does not wait for a time. */
  readonly untilMs: number | null;
  /** True if a new attempt begins then (backoff). False if the component itself waits. */
  readonly isBackoff: boolean;
  /** True if the attempt waits for its turn in a throttle. */
  readonly isThrottled?: boolean;
  /** True if it also continues when one of its children ends or its question is answered. */
  readonly isForOthers?: boolean;
  /** Its WAITING step; null for a short backoff, which the executor does not write. */
  readonly record: StepRecord | null;
}

/** The waiting components of a claimed session. */
export class WaitingSteps {
  readonly #waiting = new Map<string, WaitingStep>();
  /** Components that have checked since the claim. The next end of a child, or answer, makes the session due again. */
  readonly #looked = new Set<string>();
  /** The number of short backoffs. */
  #shortBackoffs = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** Returns true if there is a short backoff, during which the session must keep its slot. */
  get keepsSession(): boolean {
    return this.#shortBackoffs > 0;
  }

  /** Adds a component that began to wait after the claim. */
  add(step: WaitingStep): void {
    this.addResumed(step);
    this.#looked.add(step.componentId);
    if (step.record === null) this.#shortBackoffs += 1;
  }

  /** Adds a component that waited already when an earlier claim ended. */
  addResumed(step: WaitingStep): void {
    this.#waiting.set(step.componentId, step);
  }

  /**
   * Removes and returns a due component, or null. In a resumed session, components that wait for others are due once.
   */
  takeDue(nowMs: number): WaitingStep | null {
    for (const [id, step] of this.#waiting) {
      const looksAgain = step.isForOthers === true && !this.#looked.has(id);
      const isDue = looksAgain || (step.untilMs !== null && step.untilMs <= nowMs);
      if (!isDue) continue;
      this.#waiting.delete(id);
      if (step.record === null) this.#shortBackoffs -= 1;
      return step;
    }
    return null;
  }

  /** Returns milliseconds since the epoch, or Infinity if nothing waits for a time. */
  earliestDueMs(): number {
    let earliest = Infinity;
    for (const { untilMs } of this.#waiting.values()) if (untilMs !== null && untilMs < earliest) earliest = untilMs;
    return earliest;
  }

  /** Returns the WAITING steps in the form for a failed session. */
  cancelled(at: Date): StepRecord[] {
    return [...this.#waiting.values()].flatMap(({ record }) =>
      record === null ? [] : [{ ...record, status: 'CANCELLED' as const, output: null, finishedAt: at }],
    );
  }
}
