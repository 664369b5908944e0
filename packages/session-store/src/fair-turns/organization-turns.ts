interface TurnLimits {
  /** Maximum number of simultaneous operations of one process. Each has a connection. */
  atOnce: number;
  /** Maximum number of simultaneous operations of one organization. */
  ofOrganization: number;
}

/** Limits for changes, which may wait for a row that many operations need. */
export const TURNS_OF_CHANGES: TurnLimits = { atOnce: 4, ofOrganization: 2 };
/** Limits for reads. A read waits for no other transaction, so one at a time is as fast and affects others less. */
export const TURNS_OF_READS: TurnLimits = { atOnce: 4, ofOrganization: 1 };
/** Limits for starts of bulk operations. Each holds two connections, so more of them could block each other. */
export const TURNS_OF_STARTS: TurnLimits = { atOnce: 2, ofOrganization: 1 };

/**
 * Starts operations of a process in turn, one organization after the other, so that those of one organization leave
 * connections and CPU time of the database to others.
 */
export class OrganizationTurns {
  readonly #limits: TurnLimits;
  /** Waiting operations by organization, in the order of the turns. */
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
      // Moves the organization to the end, or removes it if none of its operations waits.
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
