import { generateLoad, type LoadRequest, type LoadResult } from '../load/load.ts';
import type { Lab } from './lab.ts';
import { finishedSessions } from './read-metrics.ts';

/** Sessions that may be posted and not finished: enough to keep every part busy, few enough to be no backlog. */
const MOST_UNFINISHED = 1_000;
/** Counting takes a millisecond or two of an executor: each is asked less often when there are more. */
const COUNT_EVERY_MS = 50;

export interface PacedResult extends LoadResult {
  finishedPerSecond: number;
  /** Posted and not finished at the end. */
  left: number;
}

/** Posting follows finishing: it waits while `mostUnfinished` sessions are under way, so no backlog builds up. */
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
    const counting = setInterval(() => void count().catch(() => undefined), COUNT_EVERY_MS * this.#lab.executors.length);
    const since = performance.now();
    try {
      const load = await generateLoad({ request: this.#request, connections, seconds }, () => this.#mayPost());
      const finished = await count();
      return { ...load, finishedPerSecond: ((finished - before) * 1000) / (performance.now() - since), left: this.#sent - finished };
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
