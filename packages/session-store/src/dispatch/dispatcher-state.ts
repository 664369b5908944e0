import { laneKey, type Lane, type LaneKey, type Slots } from './lanes.ts';
import { admissionQuota, mixtureOf, type DispatchPolicy, type Mixture } from './admission-policy.ts';
import type { WaitingLane } from './take-from-backlog.ts';
import { newTurns, type Turns } from './precedence.ts';
import type { BlockRules } from '../blocked/blocked-session.ts';
import type { AdmissionQuota } from '../queued/admission-quota.ts';

/** The state of a lane after the dispatcher's last rounds. `quota` is its admission quota. */
export interface LaneState extends AdmissionQuota {
  drainRate: number;
  /** Sessions enqueued since `inFlight` was counted. */
  enqueued: number;
  /** True if the last round enqueued a whole backlog of one kind. Sessions that wait now arrived later. */
  caughtUp: boolean;
  /** The bitwise AND and OR of the kinds of sessions in the queue (`LaneLoad`). */
  kinds: (number | null)[];
  /** True if a session in the queue has a priority other than normal. */
  ranked: boolean;
}

/** The results of this dispatcher's last rounds. */
export interface DispatcherState {
  readonly blockRules: BlockRules;
  lanes: Map<LaneKey, LaneState>;
  slots: Slots;
  /** Sessions in the queue or running, by pool. */
  inFlight: Map<string, number>;
  /** Null before the first round, and after another process was the dispatcher. */
  reconciledAt: number | null;
  /** The state of each lane's turns, for lanes that had a backlog in the last round. */
  turns: Map<LaneKey, Turns>;
  /** The mixture of each lane's sessions in queue and backlog when it was last enqueued; `uniform` if missing. */
  mixtures: Map<LaneKey, Mixture>;
  /** Organizations whose sessions run one at a time because some of them blocked executors. */
  alone: { readAt: number; organizationIds: readonly string[] };
}

/** The state of a lane that has no sessions in the queue. */
export const EMPTY_LANE = { drainRate: 0, inFlight: 0, enqueued: 0, caughtUp: false, kinds: [], ranked: false };

export function newDispatcherState(blockRules: BlockRules): DispatcherState {
  return {
    blockRules,
    lanes: new Map(),
    slots: new Map(),
    inFlight: new Map(),
    reconciledAt: null,
    turns: new Map(),
    mixtures: new Map(),
    alone: { readAt: -Infinity, organizationIds: [] },
  };
}

/** The backlogs that this round found, by lane. */
export type Backlogs = ReadonlyMap<LaneKey, WaitingLane>;

/** Returns the turns of a lane, which start again after its backlog was empty. */
export function turnsOf(state: DispatcherState, lane: LaneKey): Turns {
  return state.turns.get(lane) ?? newTurns();
}

/** Returns the mixture of the sessions of each lane, in the queue and in the backlog. */
export function mixturesOf({ lanes }: DispatcherState, backlogs: Backlogs): Map<LaneKey, Mixture> {
  return new Map(
    [...new Set([...lanes.keys(), ...backlogs.keys()])].map((lane) => {
      const { kinds, ranked } = lanes.get(lane) ?? EMPTY_LANE;
      const backlog = backlogs.get(lane);
      const all = [...kinds, backlog?.firstKind, backlog?.lastKind];
      return [lane, mixtureOf(all, ranked || backlog?.ranked === true)];
    }),
  );
}

export function admissionQuotaOf(
  state: DispatcherState,
  policy: DispatchPolicy,
  backlogs: Backlogs,
  lane: Lane,
): number {
  const key = laneKey(lane);
  const { drainRate } = state.lanes.get(key) ?? EMPTY_LANE;
  const lanes = [...state.lanes.values(), ...backlogs.values()];
  const active = new Set(lanes.flatMap(({ organizationId, pool }) => (pool === lane.pool ? [organizationId] : [])))
    .size;
  return admissionQuota(drainRate, state.slots.get(lane.pool) ?? 0, active, policy, state.mixtures.get(key));
}
