import type { StepRecord } from '@workflow/session-store';
import type { PreparedComponent } from './prepared-workflow.ts';

export interface WaitingComponent {
  prepared: PreparedComponent;
  /** The WAITING step: of the try that goes on, or begins, when the wait is over. */
  record: StepRecord;
  /** null: until a child ends. */
  until: Date | null;
  /** true: a new try begins then (back-off); false: the component itself waits. */
  isBackoff: boolean;
}

/** The components of one attempt at a session that wait for a time or for their children. */
export class WaitingComponents {
  readonly #waiting = new Map<string, WaitingComponent>();
  /** Components that looked at their children in this attempt: the next end of a child makes the session due again. */
  readonly #looked = new Set<string>();

  get size(): number {
    return this.#waiting.size;
  }

  has(componentId: string): boolean {
    return this.#waiting.has(componentId);
  }

  /** Began to wait in this attempt. */
  add(waiting: WaitingComponent): void {
    this.#waiting.set(waiting.prepared.component.id, waiting);
    this.#looked.add(waiting.prepared.component.id);
  }

  /** Waits since an earlier attempt. */
  addResumed(waiting: WaitingComponent): void {
    this.#waiting.set(waiting.prepared.component.id, waiting);
  }

  /** Takes out one that is due, or null. In a resumed attempt, what waits for children is due once. */
  takeDue(nowMs: number): WaitingComponent | null {
    for (const [id, waiting] of this.#waiting) {
      const isDue = waiting.until === null ? !this.#looked.has(id) : waiting.until.getTime() <= nowMs;
      if (!isDue) continue;
      this.#waiting.delete(id);
      return waiting;
    }
    return null;
  }

  /** Milliseconds since the epoch; null when nothing waits for a time. */
  earliestDueMs(): number | null {
    const dues = [...this.#waiting.values()].flatMap(({ until }) => (until === null ? [] : [until.getTime()]));
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /** The steps as they are when the session fails. */
  cancelled(at: Date): StepRecord[] {
    return [...this.#waiting.values()].map(({ record }) => ({ ...record, status: 'CANCELLED', output: null, finishedAt: at }));
  }
}
