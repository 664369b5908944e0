import type { AdmissionQuota } from '@workflow/session-store';

export interface AdmissionOptions {
  /** The sessions that ingress may enqueue for an organization that the dispatcher has not seen yet. */
  initial: number;
  /**
   * The least time for which the sessions of an organization that used up its quota go to the backlog, so that the
   * dispatcher notices it.
   */
  closedMs: number;
}

interface Standing {
  remaining: number;
  backlogged: boolean;
  closedUntilMs: number;
}

/**
 * Counts how many more sessions of each organization this replica may add to the queue itself. Places are returned when
 * the dispatcher writes quotas, or when a session is known to have ended. Without a dispatcher no quotas are applied,
 * so the queue cannot grow without limit. An organization with a backlog has no place, so that no session overtakes
 * waiting ones.
 */
export class AdmissionQuotas {
  readonly #options: AdmissionOptions;
  readonly #standings = new Map<string, Standing>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Takes one place. Returns false when the session waits in PostgreSQL for the dispatcher. */
  take(organizationId: string, nowMs: number): boolean {
    const standing = this.#standings.get(organizationId) ?? this.#open(organizationId, this.#options.initial);
    if (standing.backlogged || nowMs < standing.closedUntilMs) return false;
    if (standing.remaining <= 0) {
      standing.closedUntilMs = nowMs + this.#options.closedMs;
      return false;
    }
    standing.remaining -= 1;
    return true;
  }

  /** Returns the place of a session that was not committed, or that is known to have ended. */
  giveBack(organizationId: string): void {
    const standing = this.#standings.get(organizationId);
    if (standing !== undefined) standing.remaining += 1;
  }

  /**
   * Lets the organization's next sessions wait for the dispatcher, because one of them was just added to the backlog.
   */
  close(organizationId: string, nowMs: number): void {
    const standing = this.#standings.get(organizationId);
    if (standing !== undefined) standing.closedUntilMs = nowMs + this.#options.closedMs;
  }

  /** Applies the polled quotas. When `dispatching` is false, nothing changes. */
  apply(quotas: readonly AdmissionQuota[], dispatching: boolean): void {
    const seen = new Set<string>();
    for (const quota of quotas) {
      seen.add(quota.organizationId);
      const standing = this.#standings.get(quota.organizationId) ?? this.#open(quota.organizationId, 0);
      standing.backlogged = quota.backlogged;
      if (dispatching) standing.remaining = Math.max(0, quota.quota - quota.inFlight);
    }
    if (!dispatching) return;
    // The others have no queued sessions, and start again with the initial quota.
    for (const [organizationId, standing] of this.#standings) {
      if (!seen.has(organizationId)) {
        standing.remaining = this.#options.initial;
        standing.backlogged = false;
      }
    }
  }

  /** Returns the remaining places in total, for the metric. */
  get total(): number {
    let total = 0;
    for (const standing of this.#standings.values()) total += standing.remaining;
    return total;
  }

  #open(organizationId: string, remaining: number): Standing {
    const standing = { remaining, backlogged: false, closedUntilMs: 0 };
    this.#standings.set(organizationId, standing);
    return standing;
  }
}
