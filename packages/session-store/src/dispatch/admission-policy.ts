import { laneKey, type Lane, type LaneKey } from './lanes.ts';

/** The load of one organization in one pool when the dispatcher reconciled the batches. */
export interface LaneLoad {
  organizationId: string;
  pool: string;
  /** Sessions in the queue or running. */
  inFlight: number;
  /**
   * Sessions that ended or began to wait since the last reconciliation. Sessions that returned to the backlog do not
   * count.
   */
  drained: number;
  backlogged: boolean;
  /**
   * The bitwise AND and OR of the kinds of the sessions in the queue. A kind is a hash of a workflow and a priority.
   * AND and OR are equal if all sessions have one kind, and null if there is no session.
   */
  kindsAnd: number | null;
  kindsOr: number | null;
  /** True if a session in the queue has a priority other than normal. */
  ranked: boolean;
}

/**
 * How much the order of a lane's waiting sessions matters: `uniform` if all have one workflow and one priority, `mixed`
 * if several workflows take turns, `ranked` if they have several priorities.
 */
export type Mixture = 'uniform' | 'mixed' | 'ranked';

/** Returns the mixture of sessions of these kinds. */
export function mixtureOf(kinds: readonly (number | null | undefined)[], ranked: boolean): Mixture {
  const distinctKinds = new Set(kinds.filter((kind) => typeof kind === 'number'));
  if (distinctKinds.size < 2) return 'uniform';
  return ranked ? 'ranked' : 'mixed';
}

export interface DispatchPolicy {
  /** The maximum number of sessions in the queue or running in each pool, and the minimum for each organization. */
  maxInFlight: number;
  minInFlightPerOrganization: number;
  /** Bytes of values of one session that a job may carry. */
  maxJobValueBytes: number;
}

/** Seconds of processing that one lane may have in the queue. */
const QUEUED_SECONDS = 0.5;
/** The same if priorities differ. It is lower because a session in the queue cannot be overtaken. */
const RANKED_SECONDS = 0.1;
/**
 * The time over which a rate is averaged, because ends arrive in batches: a single batch looks like many times the
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
 * Returns the number of sessions of a lane that may be in the queue or running: what it drains in half a second, plus
 * its share of the slots of the pool. A quota grows while the sessions drain faster than they are enqueued, and reaches
 * the executors' capacity within some rounds. Several workflows or priorities have a minimum of one instead of
 * `minInFlightPerOrganization`, because the order of sessions in the queue cannot change.
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

/**
 * Sessions in the queue return to the backlog only if they exceed the quota by this factor, because quotas vary with
 * the rate of ends.
 */
const RECALL_ABOVE = 1.5;

/** Returns true if an organization has so many sessions in flight that those in the queue return to the backlog. */
export function isCrowded(inFlight: number, quota: number): boolean {
  return inFlight > quota * RECALL_ABOVE;
}

/**
 * The longest age of a quota: the dispatcher's round while sessions end, plus the interval at which ingress reads
 * quotas.
 */
const QUOTA_AGE_SECONDS = 0.35;

/**
 * Returns the quota that ingress gets, including the sessions in flight and those that will drain before it reads the
 * next quota. Without the latter, sessions that arrive as fast as they drain would go through the backlog.
 */
export function quotaToWrite(quota: number, drainRate: number, { maxInFlight }: DispatchPolicy): number {
  return Math.min(maxInFlight, quota + Math.floor(drainRate * QUOTA_AGE_SECONDS));
}

/**
 * Divides `limit` among lanes or pools as if each took one in turn. None gets more than it wants.
 * @returns the shares, without those of 0
 */
export function shareEvenly(wanted: ReadonlyMap<string, number>, limit: number): Map<string, number> {
  const shares = new Map<string, number>();
  let remaining = Math.max(0, Math.floor(limit));
  let open = [...wanted].filter(([, count]) => count >= 1).map(([key, count]) => ({ key, count: Math.floor(count) }));
  while (remaining > 0 && open.length > 0) {
    // Takes several rounds in one step: as many as the smallest demand and the rest of the limit allow. If less than a
    // round remains, only the first ones get another one.
    const rounds = Math.max(1, Math.min(Math.floor(remaining / open.length), ...open.map(({ count }) => count)));
    for (const one of open.slice(0, remaining)) {
      shares.set(one.key, (shares.get(one.key) ?? 0) + rounds);
      one.count -= rounds;
      remaining -= rounds;
    }
    open = open.filter(({ count }) => count > 0);
  }
  return shares;
}

/** Returns the sessions in the order in which the organizations of each pool take turns. */
export function takeTurns<Session extends Lane>(sessions: readonly Session[]): Session[] {
  const turns = new Map<LaneKey, number>();
  return sessions
    .map((session) => {
      const lane = laneKey(session);
      const turnNumber = turns.get(lane) ?? 0;
      turns.set(lane, turnNumber + 1);
      return { session, turn: turnNumber };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ session }) => session);
}
