/** What was seen of one organization when the batches were reconciled. */
export interface OrganizationLoad {
  organizationId: string;
  /** Sessions in the queue or running. */
  inFlight: number;
  /** Sessions that left the queue or a slot since the last time. */
  drained: number;
  backlogged: boolean;
  /** Of what waits in the queue: the bits that all kinds have, and that one has. Equal: one kind; null: none. */
  kindsAnd: number | null;
  kindsOr: number | null;
  /** Not all that waits in the queue is of normal priority. */
  ranked: boolean;
}

/**
 * What waits of an organization: `uniform` – one workflow and one priority, or nothing; `mixed` – several workflows,
 * which take turns; `ranked` – several priorities.
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
}

/** So much work of one organization may stand in the queue before the next one's: a fraction of a second. */
const QUEUED_SECONDS = 0.5;
/** The same where priorities differ: what is in the queue cannot be overtaken. */
const RANKED_SECONDS = 0.1;
/** What a rate is averaged over: ends come in batches, and a batch alone would look like many times the rate. */
const RATE_OVER_SECONDS = 0.5;

/** Sessions drained per second, as an average over the last half second or so that weighs the past less and less. */
export function nextDrainRate(previous: number, drained: number, elapsedMs: number): number {
  if (elapsedMs <= 0) return previous;
  const seconds = elapsedMs / 1000;
  const weight = 1 - Math.exp(-seconds / RATE_OVER_SECONDS);
  return previous + (drained / seconds - previous) * weight;
}

/**
 * How many sessions of an organization may be in the queue or running: what it drains in half a second, and
 * its share of the executors' slots. A newcomer waits behind so much and no more; and as a quota that is
 * drained faster than it is refilled grows, it reaches what the executors can do within some rounds. Where workflows
 * or priorities compete, no more than that stands in the queue, since its order is that of coming in.
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

/** The dispatcher's round while sessions end, and how often ingress reads the quotas. */
const QUOTA_AGE_SECONDS = 0.35;

/**
 * The quota as ingress reads it, together with what is in flight: it also counts what drains until ingress reads the
 * next one. Without that, sessions that come as fast as they are drained would take the way through the backlog.
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
