import type { WindowState } from '@workflow/session-store';

export interface CreditOptions {
  /** Credit of an organization that the dispatcher has not seen yet. */
  initial: number;
  /** After an organization ran out, how long it stays with the dispatcher at least, which needs a moment to see its backlog. */
  holdMs: number;
}

interface Standing {
  credit: number;
  backlogged: boolean;
  heldUntilMs: number;
}

/**
 * How many more sessions of each organization this replica may hand to the queue by itself. Credit comes back
 * only from the dispatcher's windows and only while a dispatcher works: without one the queue would grow
 * without bound. An organization with a backlog has none, so that nothing overtakes what waits.
 */
export class OrganizationCredit {
  readonly #options: CreditOptions;
  readonly #standings = new Map<string, Standing>();

  constructor(options: CreditOptions) {
    this.#options = options;
  }

  /** Takes one credit. false: the session waits in PostgreSQL for the dispatcher. */
  take(organizationId: string, nowMs: number): boolean {
    let standing = this.#standings.get(organizationId);
    if (standing === undefined) {
      standing = { credit: this.#options.initial, backlogged: false, heldUntilMs: 0 };
      this.#standings.set(organizationId, standing);
    }
    if (standing.backlogged || nowMs < standing.heldUntilMs) return false;
    if (standing.credit <= 0) {
      standing.heldUntilMs = nowMs + this.#options.holdMs;
      return false;
    }
    standing.credit -= 1;
    return true;
  }

  /** The organization's next sessions wait for the dispatcher: one of them just went into the backlog. */
  hold(organizationId: string, nowMs: number): void {
    const standing = this.#standings.get(organizationId);
    if (standing !== undefined) standing.heldUntilMs = nowMs + this.#options.holdMs;
  }

  /** Applies the windows as polled; `dispatching` false leaves all credit as it is. */
  apply(windows: readonly WindowState[], dispatching: boolean): void {
    const seen = new Set<string>();
    for (const window of windows) {
      seen.add(window.organizationId);
      const standing = this.#standings.get(window.organizationId) ?? { credit: 0, backlogged: false, heldUntilMs: 0 };
      standing.backlogged = window.backlogged;
      if (dispatching) standing.credit = Math.max(0, window.capacity - window.inFlight);
      this.#standings.set(window.organizationId, standing);
    }
    if (!dispatching) return;
    // The dispatcher holds nothing of the others: they begin anew.
    for (const [organizationId, standing] of this.#standings) {
      if (!seen.has(organizationId)) {
        standing.credit = this.#options.initial;
        standing.backlogged = false;
      }
    }
  }

  /** Credit left in all, for the metric. */
  get total(): number {
    let total = 0;
    for (const standing of this.#standings.values()) total += standing.credit;
    return total;
  }
}
