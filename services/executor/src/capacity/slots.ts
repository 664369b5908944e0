/** The slots of an executor, which limit the sessions that run at a time. Waiting callers get slots in order. */
export class Slots {
  #free: number;
  #closed = false;
  #waiting: ((granted: boolean) => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  /**
   * Takes a slot. Resolves to false when none became free within `withinMs` milliseconds, or when no more are given.
   */
  take(withinMs = Infinity): Promise<boolean> {
    if (this.#closed) return Promise.resolve(false);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (withinMs === Infinity) return;
      setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== resolve);
        resolve(false);
      }, withinMs);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next(true);
  }

  /** Gives no more slots. Waiting callers get false at once. */
  close(): void {
    this.#closed = true;
    for (const grant of this.#waiting.splice(0)) grant(false);
  }
}
