import type { PauseReasons } from './pause-reasons.ts';

/**
 * Runs one session alone. While it waits or runs, no job is processed. It starts when the other sessions have finished.
 * Several such sessions run one after the other.
 */
export class AloneGate {
  readonly #pauses: PauseReasons;
  #others = 0;
  readonly #queue: (() => void)[] = [];
  #running = false;

  constructor(pauses: PauseReasons) {
    this.#pauses = pauses;
  }

  /** Returns true if jobs that still arrive must be left to other executors. */
  get closed(): boolean {
    return this.#running || this.#queue.length > 0;
  }

  async runWithOthers<T>(run: () => Promise<T>): Promise<T> {
    this.#others += 1;
    try {
      return await run();
    } finally {
      this.#others -= 1;
      this.#next();
    }
  }

  async runAlone<T>(run: () => Promise<T>): Promise<T> {
    this.#pauses.add('alone');
    await new Promise<void>((resolve) => {
      this.#queue.push(resolve);
      this.#next();
    });
    try {
      return await run();
    } finally {
      this.#running = false;
      this.#next();
      if (!this.closed) this.#pauses.remove('alone');
    }
  }

  #next(): void {
    if (this.#running || this.#others > 0) return;
    const start = this.#queue.shift();
    if (start === undefined) return;
    this.#running = true;
    start();
  }
}
