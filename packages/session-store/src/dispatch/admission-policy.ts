/** The load of one organization when the batches were reconciled. */
export interface OrganizationLoad {
  organizationId: string;
  /** Sessions in the queue or running. */
  inFlight: number;
  /** Sessions that ended or began to wait since the last time; not those that went back to the backlog. */
  drained: number;
  backlogged: boolean;
  /**
   * The bitwise AND and OR of the kinds of the sessions that wait in the queue. Equal: there is one kind; null: there
   * is none.
   */
  kindsAnd: number | null;
  kindsOr: number | null;
  /** Some session in the queue has another priority than normal. */
  ranked: boolean;
}

/**
 * The kinds of an organization's waiting sessions: `uniform` – one workflow and one priority, or no session; `mixed` –
 * several workflows, which take turns; `ranked` – several priorities.
 */
export type Mixture = 'uniform' | 'mixed' | 'ranked';

/** The mixture of sessions of these kinds. */
export function mixtureOf(kinds: readonly (number | null | undefined)[], ranked: boolean): Mixture {
  const known = new Set(kinds.filter((kind) => typeof kind === 'number'));
  if (known.size < 2) return 'uniform';
  return ranked ? 'ranked' : 'mixed';
}

export interface DispatchPolicy {
  /** Sessions in the queue or running: at most in all, and at least for an organization. */
  maxInFlight: number;
  minInFlightPerOrganization: number;
  /** Bytes of values that a job may carry of one session. */
  maxJobValueBytes: number;
}

/** Seconds of work that one organization may have in the queue before the next one's. */
const QUEUED_SECONDS = 0.5;
/** The same where priorities differ: a session in the queue cannot be overtaken. */
const RANKED_SECONDS = 0.1;
/**
 * The time over which a rate is averaged: ends come in batches, and a single batch would look like many times the rate.
 */
const RATE_OVER_SECONDS = 0.5;

/** Sessions drained per second, as an exponential moving average over about half a second. */
export function nextDrainRate(previous: number, drained: number, elapsedMs: number): number {
  if (elapsedMs <= 0) return previous;
  const seconds = elapsedMs / 1000;
  const weight = 1 - Math.exp(-seconds / RATE_OVER_SECONDS);
  return previous + (drained / seconds - previous) * weight;
}

/**
 * How many sessions of an organization may be in the queue or running: what it drains in half a second, and its share
 * of the executors' slots. A new organization's session waits behind no more than that. A quota that is drained faster
 * than it is refilled grows, and reaches what the executors can do within some rounds. Where workflows or priorities
 * compete, no lower bound applies, because the queue serves in order of arrival.
 */
export function admissionQuota(
  drainRate: number,
  slots: number,
  activeOrganizations: number,
  limits: DispatchPolicy,
  mixture: Mixture = 'uniform',
): number {
  const share = slots / Math.max(1, activeOrganizations);
  const wanted = Math.ceil(drainRate * (mixture === 'ranked' ? RANKED_SECONDS : QUEUED_SECONDS) + share);
  const least = mixture === 'uniform' ? limits.minInFlightPerOrganization : 1;
  return Math.min(limits.maxInFlight, Math.max(least, wanted));
}

/** A quota follows the rate of ends, which varies: sessions stay in the queue until they exceed it by this factor. */
const RECALL_ABOVE = 1.5;

/** Whether an organization has so many sessions in flight that those in the queue go back to the backlog. */
export function isCrowded(inFlight: number, quota: number): boolean {
  return inFlight > quota * RECALL_ABOVE;
}

/** The dispatcher's round while sessions end, and how often ingress reads the quotas. */
const QUOTA_AGE_SECONDS = 0.35;

/**
 * The quota as ingress reads it, together with the sessions in flight: it includes the sessions that will drain until
 * ingress reads the next one. Without them, sessions that are accepted as fast as they are drained would go through the
 * backlog.
 */
export function quotaToWrite(quota: number, drainRate: number, { maxInFlight }: DispatchPolicy): number {
  return Math.min(maxInFlight, quota + Math.floor(drainRate * QUOTA_AGE_SECONDS));
}

/**
 * Shares `limit` places among organizations, one by one in turn, none more than its own free places.
 * @returns places by organization; those that get none are left out.
 */
export function sharePlaces(free: ReadonlyMap<string, number>, limit: number): Map<string, number> {
  const places = new Map<string, number>();
  let left = Math.max(0, Math.floor(limit));
  let open = [...free]
    .filter(([, count]) => count >= 1)
    .map(([organizationId, count]) => ({ organizationId, count: Math.floor(count) }));
  while (left > 0 && open.length > 0) {
    // As many whole rounds at once as the smallest wish and the places left allow; the last round serves the first few.
    const rounds = Math.max(1, Math.min(Math.floor(left / open.length), ...open.map(({ count }) => count)));
    for (const organization of open.slice(0, left)) {
      places.set(organization.organizationId, (places.get(organization.organizationId) ?? 0) + rounds);
      organization.count -= rounds;
      left -= rounds;
    }
    open = open.filter(({ count }) => count > 0);
  }
  return places;
}

/** The sessions in the order in which their organizations take turns. */
export function takeTurns<Session extends { organizationId: string }>(sessions: readonly Session[]): Session[] {
  const turns = new Map<string, number>();
  return sessions
    .map((session) => {
      const turn = turns.get(session.organizationId) ?? 0;
      turns.set(session.organizationId, turn + 1);
      return { session, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ session }) => session);
}
