import {
  admissionQuota,
  isCrowded,
  nextDrainRate,
  quotaToWrite,
  sharePlaces,
  takeTurns,
  type DispatchPolicy,
} from './admission-policy.ts';
import {
  mixturesOf,
  quotaOf,
  turnsOf,
  UNSEEN,
  type Backlogs,
  type DispatcherState,
  type OrganizationState,
} from './dispatcher-state.ts';
import { lookForWaiting, type FedSession } from './feed-sessions.ts';
import { recallSessions } from './recall-sessions.ts';
import { reconcileBatches } from './reconcile-batches.ts';
import { takeWithinQuotas } from './take-within-quotas.ts';
import { readAdmissionQuotas, writeAdmissionQuotas } from './write-admission-quotas.ts';
import { findOrganizationsAlone } from '../blocked/blocked-sessions.ts';
import { findOrganizationsUnderWay } from './find-organizations.ts';
import type { FairRounds } from '../turns/fair-rounds.ts';
import { isIn, type Scope } from '../postgres/scoped.ts';
import type { Sql } from '../postgres/sql.ts';

const READ_ALONE_EVERY_MS = 1_000;

/**
 * Removes ended and waiting sessions from the batches, updates the admission quotas, and returns the sessions in
 * flight.
 */
export async function reconcile(
  sql: Sql,
  rounds: FairRounds,
  executorDeadAfterMs: number,
  state: DispatcherState,
  policy: DispatchPolicy,
): Promise<{ organizations: number; inFlight: number; backlogged: boolean; retired: number }> {
  if (state.reconciledAt === null) {
    const written = await readAdmissionQuotas(sql);
    state.organizations = new Map(
      written.map((organization) => [organization.organizationId, { ...UNSEEN, ...organization }]),
    );
  }
  const now = performance.now();
  const elapsedMs = state.reconciledAt === null ? 0 : now - state.reconciledAt;
  const reconciled = await rounds.together(
    'reconcile',
    (scope) => reconcileBatches(sql, executorDeadAfterMs, scope),
    () => findOrganizationsUnderWay(sql),
  );
  const loads = reconciled.flatMap((part) => part.loads);
  const slots = Math.max(0, ...reconciled.map((part) => part.slots));
  const organizations = new Map<string, OrganizationState>();
  // Organizations that are set aside retain their previous state.
  for (const organizationId of rounds.leftOut('reconcile')) {
    const before = state.organizations.get(organizationId);
    if (before !== undefined) organizations.set(organizationId, before);
  }
  for (const { organizationId, inFlight, drained, backlogged, kindsAnd, kindsOr, ranked } of loads) {
    const before = state.organizations.get(organizationId) ?? UNSEEN;
    const drainRate = nextDrainRate(before.drainRate, drained, elapsedMs);
    const mixture = state.mixtures.get(organizationId) ?? 'uniform';
    const quota = admissionQuota(drainRate, slots, loads.length, policy, mixture);
    organizations.set(organizationId, {
      organizationId,
      inFlight,
      // The few sessions that arrived since the last round are fed in this one, before ingress reads this.
      backlogged: backlogged && !before.caughtUp,
      drainRate,
      fed: 0,
      caughtUp: false,
      kinds: [kindsAnd, kindsOr],
      ranked,
      quota: mixture === 'uniform' ? quotaToWrite(quota, drainRate, policy) : quota,
    });
  }
  // Ingress must not enqueue their sessions itself, even while none of them runs.
  for (const organizationId of await organizationsAlone(sql, state, now)) {
    const { inFlight, ...known } = organizations.get(organizationId) ?? { ...UNSEEN, organizationId };
    organizations.set(organizationId, { ...known, inFlight, quota: inFlight, backlogged: true });
  }
  const changed = [...organizations.values()].filter(
    (organization) => !sameQuota(organization, state.organizations.get(organization.organizationId)),
  );
  const gone = [...state.organizations.keys()].filter((organizationId) => !organizations.has(organizationId));
  await writeAdmissionQuotas(sql, changed, gone);
  const inFlight = sum(loads.map((load) => load.inFlight));
  Object.assign(state, { organizations, slots, inFlight, reconciledAt: now });
  return {
    organizations: organizations.size,
    inFlight,
    backlogged: loads.some((load) => load.backlogged),
    retired: sum(loads.map((load) => load.drained)),
  };
}

/** Returns the organizations whose sessions run one at a time. They are read once a second. */
async function organizationsAlone(sql: Sql, state: DispatcherState, now: number): Promise<readonly string[]> {
  if (now - state.alone.readAt >= READ_ALONE_EVERY_MS)
    state.alone = { readAt: now, organizationIds: await findOrganizationsAlone(sql, state.blockRules) };
  return state.alone.organizationIds;
}

/**
 * Takes up to `limit` sessions out of the backlog and the due ones, round-robin by organization and within each in
 * order of precedence, into an enqueued batch. Before that it recalls sessions that wait in the queue out of that
 * order.
 */
export async function feed(
  sql: Sql,
  rounds: FairRounds,
  state: DispatcherState,
  policy: DispatchPolicy,
  limit: number,
): Promise<FedSession[]> {
  let left = limit;
  const fed = await rounds.together(
    'feed',
    async (scope) => {
      const part = await feedSome(sql, state, policy, { limit: left, scope, uncounted: rounds.leftOut('reconcile') });
      left -= part.length;
      return part;
    },
    () => findOrganizationsUnderWay(sql),
  );
  return fed.length === 1 ? (fed[0] ?? []) : takeTurns(fed.flat());
}

interface FeedPart {
  limit: number;
  scope: Scope;
  /** Organizations whose sessions in flight could not be counted. */
  uncounted: readonly string[];
}

async function feedSome(
  sql: Sql,
  state: DispatcherState,
  policy: DispatchPolicy,
  { limit, scope, uncounted }: FeedPart,
): Promise<FedSession[]> {
  const found = await lookForWaiting(sql, scope, state.blockRules);
  const backlogs = new Map(
    found.flatMap((backlog) =>
      uncounted.includes(backlog.organizationId) ? [] : [[backlog.organizationId, backlog] as const],
    ),
  );
  state.mixtures = mixturesOf(state, backlogs);
  const crowded = crowdedOf(state, policy, backlogs).filter((organizationId) => isIn(scope, organizationId));
  const waiting = new Set([...backlogs.keys(), ...(await recall(sql, state, crowded))]);
  state.turns = new Map([...waiting].map((organizationId) => [organizationId, turnsOf(state, organizationId)]));
  if (waiting.size === 0) return [];
  const free = freePlaces(state, policy, backlogs, waiting);
  const places = sharePlaces(free, Math.min(limit, policy.maxInFlight - state.inFlight));
  if (places.size === 0) return [];
  const { maxJobValueBytes } = policy;
  const taken = await takeWithinQuotas(
    sql,
    { places, turnsOf: (organizationId) => turnsOf(state, organizationId), maxJobValueBytes },
    backlogs,
  );
  noteFed(state, places, taken);
  return takeTurns(taken);
}

/** Returns the number of additional sessions that may be in flight, by organization. */
function freePlaces(
  state: DispatcherState,
  policy: DispatchPolicy,
  backlogs: Backlogs,
  waiting: ReadonlySet<string>,
): Map<string, number> {
  return new Map(
    [...waiting].map((organizationId) => {
      const { inFlight, fed } = state.organizations.get(organizationId) ?? UNSEEN;
      const quota = quotaOf(state, policy, backlogs, organizationId);
      const allowed = backlogs.get(organizationId)?.maxConcurrentSessions ?? Infinity;
      return [organizationId, Math.min(quota, allowed) - inFlight - fed] as const;
    }),
  );
}

function noteFed(state: DispatcherState, places: ReadonlyMap<string, number>, fed: readonly FedSession[]): void {
  for (const { organizationId } of fed) {
    const organization = state.organizations.get(organizationId);
    if (organization !== undefined) organization.fed += 1;
  }
  for (const [organizationId, count] of places) {
    const organization = state.organizations.get(organizationId);
    if (organization !== undefined)
      organization.caughtUp = organization.fed < count && state.mixtures.get(organizationId) === 'uniform';
  }
  state.inFlight += fed.length;
}

/** Returns organizations with several kinds of waiting sessions and far more in flight than the quota. */
function crowdedOf(state: DispatcherState, policy: DispatchPolicy, backlogs: Backlogs): string[] {
  return [...state.organizations.values()].flatMap(({ organizationId, inFlight, kinds }) =>
    kinds.some((kind) => kind !== null) &&
    state.mixtures.get(organizationId) !== 'uniform' &&
    isCrowded(inFlight, quotaOf(state, policy, backlogs, organizationId))
      ? [organizationId]
      : [],
  );
}

/** @returns the organizations whose sessions were recalled */
async function recall(sql: Sql, state: DispatcherState, organizationIds: string[]): Promise<Iterable<string>> {
  const recalled = await recallSessions(sql, organizationIds);
  for (const [organizationId, count] of recalled) {
    const organization = state.organizations.get(organizationId);
    if (organization !== undefined) organization.inFlight -= count;
    state.inFlight -= count;
  }
  return recalled.keys();
}

function sameQuota(organization: OrganizationState, before: OrganizationState | undefined): boolean {
  return (
    before !== undefined &&
    before.inFlight === organization.inFlight &&
    before.quota === organization.quota &&
    before.backlogged === organization.backlogged
  );
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
