import type { Holds } from './holds.ts';

/**
 * Lets one session run while nothing else does. While it waits or runs no job is taken; the sessions under way are
 * finished first. Several such sessions run one after the other.
 */
export class AloneGate {
  readonly #holds: Holds;
  #others = 0;
  #queue: (() => void)[] = [];
  #running = false;

  constructor(holds: Holds) {
    this.#holds = holds;
  }

  /** Jobs that still come in are to be left to other executors. */
  get closed(): boolean {
    return this.#running || this.#queue.length > 0;
  }

  async runBeside<T>(run: () => Promise<T>): Promise<T> {
    this.#others += 1;
    try {
      return await run();
    } finally {
      this.#others -= 1;
      this.#next();
    }
  }

  async runAlone<T>(run: () => Promise<T>): Promise<T> {
    this.#holds.add('alone');
    await new Promise<void>((resolve) => {
      this.#queue.push(resolve);
      this.#next();
    });
    try {
      return await run();
    } finally {
      this.#running = false;
      this.#next();
      if (!this.closed) this.#holds.remove('alone');
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
