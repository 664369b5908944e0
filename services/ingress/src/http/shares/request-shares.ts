import { ApiError } from '../../errors/api-error.ts';

interface RequestSharesOptions {
  /**
   * Maximum number of requests whose handlers run at a time. It is lower than the number of database connections, so
   * that some remain for other work.
   */
  atOnce: number;
  /** Maximum number of requests of one owner that wait for their turn. */
  maxWaitingPerOwner: number;
  /** A request that waited for this time is refused. */
  maxWaitMs: number;
}

interface Share {
  running: number;
  waiting: (() => void)[];
}

/** Created once, because a stack trace for each took a twelfth of the time of refused requests. */
const REFUSAL = { headers: { 'Retry-After': '1' } };
const FULL = new ApiError('TOO_MANY_REQUESTS', { ...REFUSAL, answeredLate: true });
const WAITED_LONG = new ApiError('TOO_MANY_REQUESTS', REFUSAL);

/**
 * Turns of requests by owner, which is an organization or the network of a client. A few requests run at a time, one
 * owner never has all turns, and the owner with the fewest is next. Runs and deliveries need no turn.
 */
export class RequestShares {
  readonly #options: RequestSharesOptions;
  readonly #shares = new Map<string, Share>();
  #running = 0;

  constructor(options: RequestSharesOptions) {
    this.#options = options;
  }

  /**
   * Waits for a turn.
   * @returns a function that ends the turn; a second call has no effect
   * @throws ApiError TOO_MANY_REQUESTS
   */
  async enter(owner: string): Promise<() => void> {
    let share = this.#shares.get(owner);
    if (share === undefined) {
      share = { running: 0, waiting: [] };
      this.#shares.set(owner, share);
    }
    if (this.#mayStart(share) && share.waiting.length === 0) this.#start(share);
    else await this.#wait(owner, share);
    return this.#leaver(owner, share);
  }

  #mayStart(share: Share): boolean {
    return this.#running < this.#options.atOnce && share.running < Math.max(1, this.#options.atOnce - 1);
  }

  #start(share: Share): void {
    this.#running += 1;
    share.running += 1;
  }

  #wait(owner: string, share: Share): Promise<void> {
    if (share.waiting.length >= this.#options.maxWaitingPerOwner) throw FULL;
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(start), 1);
        this.#forget(owner, share);
        reject(WAITED_LONG);
      }, this.#options.maxWaitMs);
      share.waiting.push(start);
    });
  }

  #leaver(owner: string, share: Share): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#running -= 1;
      share.running -= 1;
      this.#forget(owner, share);
      this.#startNext();
    };
  }

  #startNext(): void {
    for (;;) {
      let next: Share | undefined;
      for (const share of this.#shares.values()) {
        if (share.waiting.length === 0 || !this.#mayStart(share)) continue;
        if (next === undefined || share.running < next.running) next = share;
      }
      const start = next?.waiting.shift();
      if (next === undefined || start === undefined) return;
      this.#start(next);
      start();
    }
  }

  #forget(owner: string, share: Share): void {
    if (share.running === 0 && share.waiting.length === 0 && this.#shares.get(owner) === share)
      this.#shares.delete(owner);
  }
}
