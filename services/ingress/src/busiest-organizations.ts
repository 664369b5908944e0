/** Maximum number of organizations with separate metrics. More series would cost the monitoring too much. */
const MAX_SHOWN = 20;
/** Maximum number of counted organizations. Above it, the least busy ones are forgotten and start again from 0. */
const MAX_KNOWN = 10_000;
/** After this time a request has half the weight. */
const HALF_LIFE_MS = 10 * 60_000;

interface Count {
  total: number;
  /** The recent requests, weighted by their age. */
  recent: number;
  at: number;
}

/** Counts requests by organization, and finds the recently busiest ones. Times are in milliseconds of one clock. */
export class BusiestOrganizations {
  readonly #counts = new Map<string, Count>();

  add(organizationId: string, now: number): void {
    const counted = this.#counts.get(organizationId);
    if (counted === undefined) {
      if (this.#counts.size >= MAX_KNOWN) this.#forgetIdle(now);
      this.#counts.set(organizationId, { total: 1, recent: 1, at: now });
      return;
    }
    counted.total += 1;
    counted.recent = weighted(counted, now) + 1;
    counted.at = now;
  }

  /** Returns the busiest organizations, at most 20, each with its total count. */
  top(now: number): { organizationId: string; total: number }[] {
    return this.#byRecent(now)
      .slice(0, MAX_SHOWN)
      .map(([organizationId, { total }]) => ({ organizationId, total }));
  }

  #forgetIdle(now: number): void {
    for (const [organizationId] of this.#byRecent(now).slice(MAX_KNOWN / 2)) this.#counts.delete(organizationId);
  }

  #byRecent(now: number): [string, Count][] {
    return [...this.#counts].sort(([, a], [, b]) => weighted(b, now) - weighted(a, now));
  }
}

function weighted({ recent, at }: Count, now: number): number {
  return recent * 0.5 ** ((now - at) / HALF_LIFE_MS);
}
