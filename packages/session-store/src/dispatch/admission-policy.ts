import { laneKey, type Lane, type LaneKey } from './lanes.ts';

/** The load of one organization in one pool when the batches were reconciled. */
export interface LaneLoad {
  organizationId: string;
  pool: string;
  /** Sessions in the queue or running. */
  inFlight: number;
  /** Sessions that ended or began to wait since the last reconciliation, without those that returned to the backlog. */
  drained: number;
  backlogged: boolean;
  /**
   * The bitwise AND and OR of the kinds of sessions that wait in the queue. They are equal if there is one kind, and
   * null if there is none.
   */
  kindsAnd: number | null;
  kindsOr: number | null;
  /** True if a session in the queue has a priority other than normal. */
  ranked: boolean;
}

/**
 * The kinds of an organization's waiting sessions: `uniform` – one workflow and one priority, or no session; `mixed` –
 * several workflows, which take turns; `ranked` – several priorities.
 */
export type Mixture = 'uniform' | 'mixed' | 'ranked';

/** Returns the mixture of sessions of these kinds. */
export function mixtureOf(kinds: readonly (number | null | undefined)[], ranked: boolean): Mixture {
  const known = new Set(kinds.filter((kind) => typeof kind === 'number'));
  if (known.size < 2) return 'uniform';
  return ranked ? 'ranked' : 'mixed';
}

export interface DispatchPolicy {
  /** Sessions in the queue or running: the maximum in each pool, and the minimum for each organization. */
  maxInFlight: number;
  minInFlightPerOrganization: number;
  /** Bytes of values of one session that a job may carry. */
  maxJobValueBytes: number;
}

/** Seconds of processing that one organization may have in the queue before the next organization's sessions. */
const QUEUED_SECONDS = 0.5;
/** The limit if priorities differ, because a session in the queue cannot be overtaken. */
const RANKED_SECONDS = 0.1;
/**
 * The time over which a rate is averaged. Ends arrive in batches, and a single batch would look like many times the
 * rate.
 */
const RATE_OVER_SECONDS = 0.5;

/** Returns the sessions drained per second, as an exponential moving average over about half a second. */
export function nextDrainRate(previous: number, drained: number, elapsedMs: number): number {
  if (elapsedMs <= 0) return previous;
  const seconds = elapsedMs / 1000;
  const weight = 1 - Math.exp(-seconds / RATE_OVER_SECONDS);
  return previous + (drained / seconds - previous) * weight;
}

/**
 * Returns the number of sessions of an organization that may be in the queue or running: what it drains in half a
 * second, and its share of the slots of the pool's executors. A new organization's session waits behind no more than
 * that. A quota that is drained faster than it is refilled grows, and reaches the executors' capacity within some
 * rounds. If workflows or priorities compete, no lower bound applies, because the queue serves in order of arrival.
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

/** A quota follows the rate of ends, which varies. Sessions stay in the queue until they exceed it by this factor. */
const RECALL_ABOVE = 1.5;

/** Returns true if so many sessions of an organization are in flight that those in the queue return to the backlog. */
export function isCrowded(inFlight: number, quota: number): boolean {
  return inFlight > quota * RECALL_ABOVE;
}

/** The dispatcher's round while sessions end, plus the interval at which ingress reads the quotas. */
const QUOTA_AGE_SECONDS = 0.35;

/**
 * Returns the quota for ingress, together with the sessions in flight. It includes the sessions that will drain until
 * ingress reads the next quota. Otherwise sessions that are accepted as fast as they are drained would go through the
 * backlog.
 */
export function quotaToWrite(quota: number, drainRate: number, { maxInFlight }: DispatchPolicy): number {
  return Math.min(maxInFlight, quota + Math.floor(drainRate * QUOTA_AGE_SECONDS));
}

/**
 * Shares `limit` places among organizations, lanes or pools one by one in turn, but gives none more than its own free
 * places. @returns places by the same keys; those without a place are left out
 */
export function sharePlaces(free: ReadonlyMap<string, number>, limit: number): Map<string, number> {
  const places = new Map<string, number>();
  let left = Math.max(0, Math.floor(limit));
  let open = [...free].filter(([, count]) => count >= 1).map(([key, count]) => ({ key, count: Math.floor(count) }));
  while (left > 0 && open.length > 0) {
    // Gives as many whole rounds at once as the smallest demand and the remaining places allow. The last round serves
    // only the first organizations.
    const rounds = Math.max(1, Math.min(Math.floor(left / open.length), ...open.map(({ count }) => count)));
    for (const one of open.slice(0, left)) {
      places.set(one.key, (places.get(one.key) ?? 0) + rounds);
      one.count -= rounds;
      left -= rounds;
    }
    open = open.filter(({ count }) => count > 0);
  }
  return places;
}

/** Returns the sessions in the order in which the organizations of each pool take turns. */
export function takeTurns<Session extends Lane>(sessions: readonly Session[]): Session[] {
  const turns = new Map<LaneKey, number>();
  return sessions
    .map((session) => {
      const lane = laneKey(session);
      const turn = turns.get(lane) ?? 0;
      turns.set(lane, turn + 1);
      return { session, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ session }) => session);
}
