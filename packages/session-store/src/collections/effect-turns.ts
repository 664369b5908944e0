/** Transactions of one process at once; each has a connection, and may wait for a row that many want. */
const MAX_AT_ONCE = 4;
const MAX_OF_ORGANIZATION = 2;

/**
 * Lets the effects of a process begin in turns, organizations one after the other, so that those which wait for one
 * another at a value that all of them change leave connections for everything else.
 */
export class EffectTurns {
  /** By organization, in the order of the turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #atOnce = 0;

  async run<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    const turn = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(organizationId) ?? [];
    waiting.push(turn.resolve);
    this.#waiting.set(organizationId, waiting);
    this.#next();
    await turn.promise;
    try {
      return await work();
    } finally {
      this.#atOnce -= 1;
      this.#count(organizationId, -1);
      this.#next();
    }
  }

  #next(): void {
    for (const [organizationId, waiting] of [...this.#waiting]) {
      if (this.#atOnce >= MAX_AT_ONCE) return;
      if ((this.#running.get(organizationId) ?? 0) >= MAX_OF_ORGANIZATION) continue;
      const begin = waiting.shift();
      // To the end of the queue, or out of it.
      this.#waiting.delete(organizationId);
      if (waiting.length > 0) this.#waiting.set(organizationId, waiting);
      this.#atOnce += 1;
      this.#count(organizationId, 1);
      begin?.();
    }
  }

  #count(organizationId: string, by: number): void {
    const running = (this.#running.get(organizationId) ?? 0) + by;
    if (running === 0) this.#running.delete(organizationId);
    else this.#running.set(organizationId, running);
  }
}
