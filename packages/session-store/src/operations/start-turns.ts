/** Starts of this process at once. Each holds two connections, so more of them could block each other. */
const MAX_AT_ONCE = 2;

/** Lets starts of operations wait for their turn without a connection, one of an organization at a time. */
export class StartTurns {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #places = MAX_AT_ONCE;

  /** Calls `start` in its turn. @returns its result */
  inTurn<Result>(organizationId: string, start: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(organizationId) ?? Promise.resolve();
    const result = before.then(() => this.#withPlace(start));
    const over = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(organizationId) === over) this.#last.delete(organizationId);
      });
    this.#last.set(organizationId, over);
    return result;
  }

  async #withPlace<Result>(start: () => Promise<Result>): Promise<Result> {
    if (this.#places > 0) this.#places -= 1;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await start();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#places += 1;
      else next();
    }
  }
}
