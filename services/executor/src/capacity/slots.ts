/**
 * The slots of an executor, which limit the sessions that run at a time. Callers get slots in the order in which they
 * asked.
 */
export class Slots {
  #free: number;
  #closed = false;
  #waiting: ((granted: boolean) => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  /** Takes a slot. Resolves to false if none became free within `withinMs` milliseconds, or after `close`. */
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
        this.#waiting = this.#waiting.filter((waiting) => waiting !== resolve);
        resolve(false);
      }, withinMs);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next(true);
  }

  /** Refuses further slots. Waiting callers get false immediately. */
  close(): void {
    this.#closed = true;
    for (const grant of this.#waiting.splice(0)) grant(false);
  }
}
