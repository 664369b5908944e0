export interface TurnLimits {
  /** Operations of one process at once. Each has a connection. */
  atOnce: number;
  /** Operations of one organization at once. */
  ofOrganization: number;
}

/** Changes may wait for a row that many want. */
export const TURNS_OF_CHANGES: TurnLimits = { atOnce: 4, ofOrganization: 2 };
/** A read waits for no other transaction, so one at a time makes as much progress, and costs neighbours less. */
export const TURNS_OF_READS: TurnLimits = { atOnce: 4, ofOrganization: 1 };

/**
 * Lets the operations of a process on collections begin in turns, organizations one after the other, so that those of
 * one organization leave connections and the database's processors to everything else.
 */
export class OrganizationTurns {
  readonly #limits: TurnLimits;
  /** By organization, in the order of the turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #running = new Map<string, number>();
  #atOnce = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

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
      if (this.#atOnce >= this.#limits.atOnce) return;
      if ((this.#running.get(organizationId) ?? 0) >= this.#limits.ofOrganization) continue;
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
