import { DEFAULT_POOL } from '@workflow/workflow-model';
import { admissionQuota, nextDrainRate, quotaToWrite, type DispatchPolicy, type LaneLoad } from './admission-policy.ts';
import { EMPTY_LANE, type DispatcherState, type LaneState } from './dispatcher-state.ts';
import { laneKey, servedPools, type LaneKey, type Slots } from './lanes.ts';
import { readSlots } from './read-slots.ts';
import { reconcileBatches } from './reconcile-batches.ts';
import { sum } from './sum.ts';
import { readAdmissionQuotas, writeAdmissionQuotas } from './write-admission-quotas.ts';
import { findOrganizationsAlone } from '../blocked/blocked-sessions.ts';
import { ORGANIZATIONS_UNDER_WAY } from './find-organizations.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import type { Sql } from '../postgres/sql.ts';

const READ_ALONE_EVERY_MS = 1_000;

/** The sessions of one pool, as the dispatcher counted them. */
export interface PoolLoad {
  inFlight: number;
  backlogged: boolean;
}

/** The result of a reconciliation: the load of all pools together, and of each. */
interface Reconciled extends PoolLoad {
  organizations: number;
  /** The pools that have executors, or sessions in flight. */
  pools: Map<string, PoolLoad>;
  retired: number;
}

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
): Promise<Reconciled> {
  if (state.reconciledAt === null) {
    const written = await readAdmissionQuotas(sql);
    state.lanes = new Map(written.map((lane) => [laneKey(lane), { ...EMPTY_LANE, ...lane }]));
  }
  const slots = await readSlots(sql, executorDeadAfterMs);
  const now = performance.now();
  const elapsedMs = state.reconciledAt === null ? 0 : now - state.reconciledAt;
  const reconciled = await rounds.together(
    'reconcile',
    (scope) => reconcileBatches(sql, servedPools(slots), scope),
    ORGANIZATIONS_UNDER_WAY,
  );
  const loads = reconciled.flat();
  const round = { loads, slots, policy, elapsedMs };
  // Organizations from which the loop backs off keep their previous state.
  const leftOut = new Set(rounds.leftOut('reconcile'));
  const lanes = new Map([...state.lanes].filter(([, lane]) => leftOut.has(lane.organizationId)));
  for (const load of withDefaultLanes(loads)) lanes.set(laneKey(load), laneStateOf(state, round, load));
  // Ingress must not enqueue their sessions itself, even if none of them runs.
  for (const organizationId of await organizationsAlone(sql, state, now))
    for (const pool of new Set([DEFAULT_POOL, ...servedPools(slots)])) {
      const key = laneKey({ organizationId, pool });
      const lane = lanes.get(key) ?? { ...EMPTY_LANE, organizationId, pool };
      lanes.set(key, { ...lane, quota: lane.inFlight, backlogged: true });
    }
  await writeChanged(sql, state.lanes, lanes);
  const pools = loadsOfPools(loads, slots);
  state.inFlight = new Map([...pools].map(([pool, load]) => [pool, load.inFlight]));
  Object.assign(state, { lanes, slots, reconciledAt: now });
  return {
    organizations: new Set([...lanes.values()].map(({ organizationId }) => organizationId)).size,
    inFlight: sum(loads.map((load) => load.inFlight)),
    backlogged: loads.some((load) => load.backlogged),
    pools,
    retired: sum(loads.map((load) => load.drained)),
  };
}

/** The data of one round from which the states of its lanes follow. */
interface Round {
  loads: readonly LaneLoad[];
  slots: Slots;
  policy: DispatchPolicy;
  /** Milliseconds since the previous round; 0 in the first one. */
  elapsedMs: number;
}

function laneStateOf(
  { lanes, mixtures }: DispatcherState,
  { loads, slots, policy, elapsedMs }: Round,
  { organizationId, pool, inFlight, drained, backlogged, kindsAnd, kindsOr, ranked }: LaneLoad,
): LaneState {
  const key = laneKey({ organizationId, pool });
  const before = lanes.get(key) ?? EMPTY_LANE;
  const drainRate = nextDrainRate(before.drainRate, drained, elapsedMs);
  const mixture = mixtures.get(key) ?? 'uniform';
  const active = loads.filter((load) => load.pool === pool).length;
  const quota = admissionQuota(drainRate, slots.get(pool) ?? 0, active, policy, mixture);
  return {
    ...{ organizationId, pool, inFlight, drainRate, ranked },
    // The few sessions that arrived since the last round are enqueued in this round, before ingress reads this.
    backlogged: backlogged && !before.caughtUp,
    enqueued: 0,
    caughtUp: false,
    kinds: [kindsAnd, kindsOr],
    quota: mixture === 'uniform' ? quotaToWrite(quota, drainRate, policy) : quota,
  };
}

/** Adds an empty load of `default` for each organization that has sessions only in other pools. */
function withDefaultLanes(loads: readonly LaneLoad[]): LaneLoad[] {
  const existing = new Set(loads.map(laneKey));
  const none = { inFlight: 0, drained: 0, backlogged: false, kindsAnd: null, kindsOr: null, ranked: false };
  const defaultLanes = [...new Set(loads.map(({ organizationId }) => organizationId))].map((organizationId) => ({
    ...none,
    organizationId,
    pool: DEFAULT_POOL,
  }));
  return [...loads, ...defaultLanes.filter((lane) => !existing.has(laneKey(lane)))];
}

function loadsOfPools(loads: readonly LaneLoad[], slots: Slots): Map<string, PoolLoad> {
  const pools = new Map(servedPools(slots).map((pool) => [pool, { inFlight: 0, backlogged: false }]));
  for (const { pool, inFlight, backlogged } of loads) {
    const before = pools.get(pool) ?? { inFlight: 0, backlogged: false };
    pools.set(pool, { inFlight: before.inFlight + inFlight, backlogged: before.backlogged || backlogged });
  }
  return pools;
}

/** Writes the quotas of all organizations with a changed quota. */
async function writeChanged(
  sql: Sql,
  before: ReadonlyMap<LaneKey, LaneState>,
  lanes: ReadonlyMap<LaneKey, LaneState>,
): Promise<void> {
  const all = [...lanes.values()];
  const present = new Set(all.map(({ organizationId }) => organizationId));
  const removed = [...before].flatMap(([key, lane]) => (lanes.has(key) ? [] : [lane.organizationId]));
  const differing = all.filter((lane) => !sameQuota(lane, before.get(laneKey(lane))));
  const changed = new Set([...removed, ...differing.map(({ organizationId }) => organizationId)]);
  await writeAdmissionQuotas(
    sql,
    all.filter(({ organizationId }) => changed.has(organizationId)),
    [...new Set(removed)].filter((organizationId) => !present.has(organizationId)),
  );
}

/** Returns the organizations whose sessions run one at a time. They are read once a second. */
async function organizationsAlone(sql: Sql, state: DispatcherState, now: number): Promise<readonly string[]> {
  if (now - state.alone.readAt >= READ_ALONE_EVERY_MS)
    state.alone = { readAt: now, organizationIds: await findOrganizationsAlone(sql, state.blockRules) };
  return state.alone.organizationIds;
}

function sameQuota(lane: LaneState, before: LaneState | undefined): boolean {
  return (
    before !== undefined &&
    before.inFlight === lane.inFlight &&
    before.quota === lane.quota &&
    before.backlogged === lane.backlogged
  );
}
