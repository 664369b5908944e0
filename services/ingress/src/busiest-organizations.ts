/** Organizations with metrics of their own; more series would cost the monitoring more than they are worth. */
const MAX_SHOWN = 20;
/** Organizations that are counted at most; of more, the least busy are forgotten and start again from 0. */
const MAX_KNOWN = 10_000;
/** After this time a request counts half as much in finding the busiest. */
const HALF_LIFE_MS = 10 * 60_000;

interface Count {
  total: number;
  /** Recent ones, weighed by their age. */
  recent: number;
  at: number;
}

/** Counts by organization, and which were busiest lately. Times in milliseconds, of one clock. */
export class BusiestOrganizations {
  readonly #counts = new Map<string, Count>();

  add(organizationId: string, now: number): void {
    const known = this.#counts.get(organizationId);
    if (known === undefined) {
      if (this.#counts.size >= MAX_KNOWN) this.#forgetIdle(now);
      this.#counts.set(organizationId, { total: 1, recent: 1, at: now });
      return;
    }
    known.total += 1;
    known.recent = weighed(known, now) + 1;
    known.at = now;
  }

  /** The busiest, at most 20, each with all that was counted for it. */
  top(now: number): { organizationId: string; total: number }[] {
    return this.#byRecent(now)
      .slice(0, MAX_SHOWN)
      .map(([organizationId, { total }]) => ({ organizationId, total }));
  }

  #forgetIdle(now: number): void {
    for (const [organizationId] of this.#byRecent(now).slice(MAX_KNOWN / 2)) this.#counts.delete(organizationId);
  }

  #byRecent(now: number): [string, Count][] {
    return [...this.#counts].sort(([, one], [, other]) => weighed(other, now) - weighed(one, now));
  }
}

function weighed({ recent, at }: Count, now: number): number {
  return recent * 0.5 ** ((now - at) / HALF_LIFE_MS);
}
