import { finishedSessions, type Lab } from '@workflow/test-harness';
import { generateLoad, type LoadRequest, type LoadResult } from './load.ts';

/** Maximum number of unfinished sessions: enough to keep every part busy, and too few to form a backlog. */
const MOST_UNFINISHED = 1_000;
/** Counting costs an executor a fraction of a millisecond. With more executors each is queried less often. */
const COUNT_EVERY_MS = 50;

export interface PacedResult extends LoadResult {
  finishedPerSecond: number;
  /** The number of sessions that were posted and not finished at the end. */
  left: number;
}

/** Pauses posting while `mostUnfinished` sessions are in flight, so that no backlog builds up. */
export class PacedLoad {
  readonly #lab: Lab;
  readonly #request: LoadRequest;
  readonly #mostUnfinished: number;
  #finished = 0;
  #sent = 0;

  constructor(lab: Lab, request: LoadRequest, mostUnfinished = MOST_UNFINISHED) {
    this.#lab = lab;
    this.#request = request;
    this.#mostUnfinished = mostUnfinished;
  }

  async run(seconds: number, connections = 64): Promise<PacedResult> {
    const count = async (): Promise<number> => (this.#finished = await finishedSessions(this.#lab));
    const before = await count();
    const counting = setInterval(
      () => void count().catch(() => undefined),
      COUNT_EVERY_MS * this.#lab.executors.length,
    );
    const since = performance.now();
    try {
      const load = await generateLoad({ request: this.#request, connections, seconds }, () => this.#mayPost());
      const finished = await count();
      return {
        ...load,
        finishedPerSecond: ((finished - before) * 1000) / (performance.now() - since),
        left: this.#sent - finished,
      };
    } finally {
      clearInterval(counting);
    }
  }

  #mayPost(): boolean {
    if (this.#sent - this.#finished >= this.#mostUnfinished) return false;
    this.#sent += 1;
    return true;
  }

  get mostUnfinished(): number {
    return this.#mostUnfinished;
  }
}
