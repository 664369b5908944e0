import type { AdmissionQuota } from '@workflow/session-store';
import { DEFAULT_POOL } from '@workflow/workflow-model';

interface AdmissionOptions {
  /** The sessions that ingress may enqueue for an organization in a pool where the dispatcher has not seen it yet. */
  initial: number;
  /**
   * The minimum time for which the sessions of an organization that used up its quota go to the backlog, so that the
   * dispatcher notices it.
   */
  closedMs: number;
}

/** The sessions of one organization in one executor pool. */
type Lane = Pick<AdmissionQuota, 'organizationId' | 'pool'>;

interface Standing {
  remaining: number;
  backlogged: boolean;
  closedUntilMs: number;
}

/**
 * Counts how many more sessions of each organization this replica may add to the queue of each pool. Places are
 * returned when the dispatcher writes quotas, or when a session is reported to have ended. Without a dispatcher no
 * quotas are applied, so the queue cannot grow without limit. An organization with a backlog has no place in that pool,
 * so that no session overtakes waiting ones. There is no place in a pool without executors while another pool has some,
 * because nobody would process the jobs.
 */
export class AdmissionQuotas {
  readonly #options: AdmissionOptions;
  readonly #standings = new Map<string, Standing>();
  #pools: ReadonlySet<string> = new Set();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Takes one place. Returns false if the session must wait in PostgreSQL for the dispatcher. */
  take(lane: Lane, nowMs: number): boolean {
    if (!this.#isServed(lane.pool)) return false;
    const standing = this.#standings.get(keyOf(lane)) ?? this.#open(lane, this.#options.initial);
    if (standing.backlogged || nowMs < standing.closedUntilMs) return false;
    if (standing.remaining <= 0) {
      standing.closedUntilMs = nowMs + this.#options.closedMs;
      return false;
    }
    standing.remaining -= 1;
    return true;
  }

  /** Returns the place of a session that was not committed, or that is reported to have ended. */
  giveBack(lane: Lane): void {
    const standing = this.#standings.get(keyOf(lane));
    if (standing !== undefined) standing.remaining += 1;
  }

  /**
   * Makes the organization's next sessions in the pool wait for the dispatcher, because one of them was just added to
   * the backlog.
   */
  close(lane: Lane, nowMs: number): void {
    const standing = this.#standings.get(keyOf(lane));
    if (standing !== undefined) standing.closedUntilMs = nowMs + this.#options.closedMs;
  }

  /**
   * Applies the polled quotas. If `dispatching` is false, no places are added.
   * @param pools the pools with executors
   */
  apply(quotas: readonly AdmissionQuota[], dispatching: boolean, pools: readonly string[] = []): void {
    this.#pools = new Set(pools);
    const seen = new Set<string>();
    for (const quota of quotas) {
      const key = keyOf(quota);
      seen.add(key);
      const standing = this.#standings.get(key) ?? this.#open(quota, 0);
      standing.backlogged = quota.backlogged;
      if (dispatching) standing.remaining = Math.max(0, quota.quota - quota.inFlight);
    }
    if (!dispatching) return;
    // The others have no queued sessions, and start again with the initial quota.
    for (const [key, standing] of this.#standings) {
      if (seen.has(key)) continue;
      if (!this.#isServed(key.slice(key.indexOf(' ') + 1))) this.#standings.delete(key);
      standing.remaining = this.#options.initial;
      standing.backlogged = false;
    }
  }

  #isServed(pool: string): boolean {
    return this.#pools.size === 0 ? pool === DEFAULT_POOL : this.#pools.has(pool);
  }

  /** Returns the remaining places in total, for the metric. */
  get total(): number {
    let total = 0;
    for (const standing of this.#standings.values()) total += standing.remaining;
    return total;
  }

  #open(lane: Lane, remaining: number): Standing {
    const standing = { remaining, backlogged: false, closedUntilMs: 0 };
    this.#standings.set(keyOf(lane), standing);
    return standing;
  }
}

function keyOf({ organizationId, pool }: Lane): string {
  return `${organizationId} ${pool}`;
}
