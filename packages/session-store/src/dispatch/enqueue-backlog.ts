import { isCrowded, shareEvenly, takeTurns, type DispatchPolicy } from './admission-policy.ts';
import {
  admissionQuotaOf,
  mixturesOf,
  turnsOf,
  EMPTY_LANE,
  type Backlogs,
  type DispatcherState,
} from './dispatcher-state.ts';
import { lookForWaiting, type TakenSession } from './take-from-backlog.ts';
import { laneKey, laneOf, servedPools, type LaneKey } from './lanes.ts';
import { recallSessions } from './recall-sessions.ts';
import { sum } from './sum.ts';
import { takeWithinConcurrencyLimits } from './take-within-concurrency-limits.ts';
import { ORGANIZATIONS_UNDER_WAY } from './find-organizations.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import { isIn, type Scope } from '../postgres/scoped.ts';
import type { Sql } from '../postgres/sql.ts';

/**
 * Moves due sessions and up to `limit` sessions of the backlog into an enqueued batch: organizations in turn in each
 * pool, and each organization's sessions in order of precedence. First it recalls sessions that wait in the queue
 * against this order, or in a pool without executors.
 */
export async function enqueueBacklog(
  sql: Sql,
  rounds: FairRounds,
  state: DispatcherState,
  policy: DispatchPolicy,
  limit: number,
): Promise<TakenSession[]> {
  let remaining = limit;
  const enqueued = await rounds.together(
    'enqueue',
    async (scope) => {
      const enqueuedNow = await enqueueSome(sql, state, policy, {
        limit: remaining,
        scope,
        uncounted: rounds.leftOut('reconcile'),
      });
      remaining -= enqueuedNow.length;
      return enqueuedNow;
    },
    ORGANIZATIONS_UNDER_WAY,
  );
  return enqueued.length === 1 ? (enqueued[0] ?? []) : takeTurns(enqueued.flat());
}

interface EnqueuePart {
  limit: number;
  scope: Scope;
  /** Organizations whose sessions in flight could not be counted. */
  uncounted: readonly string[];
}

async function enqueueSome(
  sql: Sql,
  state: DispatcherState,
  policy: DispatchPolicy,
  { limit, scope, uncounted }: EnqueuePart,
): Promise<TakenSession[]> {
  const served = servedPools(state.slots);
  const waitingLanes = await lookForWaiting(sql, served, scope, state.blockRules);
  const backlogs = new Map(
    waitingLanes.flatMap((lane) => (uncounted.includes(lane.organizationId) ? [] : [[laneKey(lane), lane] as const])),
  );
  state.mixtures = mixturesOf(state, backlogs);
  const inScope = (key: LaneKey): boolean => isIn(scope, laneOf(key).organizationId);
  const recalled = await recall(sql, state, crowdedLanes(state, policy, backlogs).filter(inScope));
  await recall(sql, state, unservedLanes(state, served).filter(inScope));
  const waiting = new Set([...backlogs.keys(), ...recalled]);
  state.turns = new Map([...waiting].map((key) => [key, turnsOf(state, key)]));
  if (waiting.size === 0) return [];
  const maxTaken = shareByPool(remainingQuotas(state, policy, backlogs, waiting), state, policy, limit);
  if (maxTaken.size === 0) return [];
  const { maxJobValueBytes } = policy;
  const enqueued = await takeWithinConcurrencyLimits(
    sql,
    { maxTaken, turnsOf: (key) => turnsOf(state, key), maxJobValueBytes },
    backlogs,
  );
  countTaken(state, maxTaken, enqueued);
  return takeTurns(enqueued);
}

/** Returns how many more sessions of each lane may be in flight by its admission quota and concurrency limit. */
function remainingQuotas(
  state: DispatcherState,
  policy: DispatchPolicy,
  backlogs: Backlogs,
  waiting: ReadonlySet<LaneKey>,
): Map<LaneKey, number> {
  const inFlight = new Map<string, number>();
  for (const lane of state.lanes.values())
    inFlight.set(lane.organizationId, (inFlight.get(lane.organizationId) ?? 0) + lane.inFlight + lane.enqueued);
  return new Map(
    [...waiting].map((key) => {
      const lane = laneOf(key);
      const laneState = state.lanes.get(key) ?? EMPTY_LANE;
      const remaining = admissionQuotaOf(state, policy, backlogs, lane) - laneState.inFlight - laneState.enqueued;
      const concurrencyLimit = backlogs.get(key)?.maxConcurrentSessions ?? Infinity;
      return [key, Math.min(remaining, concurrencyLimit - (inFlight.get(lane.organizationId) ?? 0))] as const;
    }),
  );
}

/**
 * Returns how many sessions to take from each lane. Divides `limit` among the pools, within the in-flight limit of
 * each, and the share of each pool among its lanes.
 */
function shareByPool(
  quotas: ReadonlyMap<LaneKey, number>,
  state: DispatcherState,
  policy: DispatchPolicy,
  limit: number,
): Map<LaneKey, number> {
  const byPool = Map.groupBy(quotas, ([key]) => laneOf(key).pool);
  const wantedByPool = new Map(
    [...byPool].map(([pool, lanes]) => {
      const room = policy.maxInFlight - (state.inFlight.get(pool) ?? 0);
      return [pool, Math.min(room, sum(lanes.map(([, count]) => Math.max(0, count))))] as const;
    }),
  );
  const shares = shareEvenly(wantedByPool, limit);
  return new Map([...byPool].flatMap(([pool, lanes]) => [...shareEvenly(new Map(lanes), shares.get(pool) ?? 0)]));
}

/** Adds the enqueued sessions to the counts of their lanes and pools. */
function countTaken(
  state: DispatcherState,
  maxTaken: ReadonlyMap<LaneKey, number>,
  enqueued: readonly TakenSession[],
): void {
  for (const session of enqueued) {
    const lane = state.lanes.get(laneKey(session));
    if (lane !== undefined) lane.enqueued += 1;
    state.inFlight.set(session.pool, (state.inFlight.get(session.pool) ?? 0) + 1);
  }
  for (const [key, count] of maxTaken) {
    const lane = state.lanes.get(key);
    if (lane !== undefined) lane.caughtUp = lane.enqueued < count && state.mixtures.get(key) === 'uniform';
  }
}

/**
 * Returns lanes with several kinds of waiting sessions and far more in flight than the quota. Their sessions return
 * from the queue to the backlog, where the order can still change.
 */
function crowdedLanes(state: DispatcherState, policy: DispatchPolicy, backlogs: Backlogs): LaneKey[] {
  return [...state.lanes].flatMap(([key, lane]) =>
    lane.kinds.some((kind) => kind !== null) &&
    state.mixtures.get(key) !== 'uniform' &&
    isCrowded(lane.inFlight, admissionQuotaOf(state, policy, backlogs, lane))
      ? [key]
      : [],
  );
}

/** Returns lanes with sessions in the queue of a pool that has no executor, although another pool has one. */
function unservedLanes(state: DispatcherState, served: readonly string[]): LaneKey[] {
  if (state.slots.size === 0) return [];
  return [...state.lanes].flatMap(([key, { pool, kinds }]) =>
    !served.includes(pool) && kinds.some((kind) => kind !== null) ? [key] : [],
  );
}

/** Moves the queued sessions of these lanes to the backlog. @returns the lanes that had such sessions */
async function recall(sql: Sql, state: DispatcherState, keys: LaneKey[]): Promise<Iterable<LaneKey>> {
  const recalled = await recallSessions(sql, keys);
  for (const [key, count] of recalled) {
    const lane = state.lanes.get(key);
    if (lane === undefined) continue;
    lane.inFlight -= count;
    state.inFlight.set(lane.pool, (state.inFlight.get(lane.pool) ?? 0) - count);
  }
  return recalled.keys();
}
