import type { Model } from './explore.ts';
import { initialState, isTerminal, type Program, type ProtocolState } from './protocol-state.ts';

/** The number of claims after which a session fails. */
export const MAX_CRASHES = 3;

/** The conditions under which a protocol is explored. */
export interface Conditions {
  program: Program;
  /** The number of faults of any kinds, in any order. */
  faults: number;
  /** The number of executors that the program may kill. */
  maxKilled: number;
  /** The number of new runs of a session that did not succeed. */
  retries?: number;
  /** 2: each executor has its own pool. */
  pools?: 1 | 2;
  /** The guard that is removed. */
  without?: string;
}

export type Transitions = Model<ProtocolState>['transitions'];
/** Returns true if a guard is active. */
export type Guards = (name: string) => boolean;
/** By guard: the invariant that fails without it, with which program, after how many faults. */
export type GuardTable = Record<string, { breaks: Invariant; program: Program; faults: number; retries?: number }>;

type Invariant =
  | 'endsOnce'
  | 'effects'
  | 'startsOnce'
  | 'killed'
  | 'onTime'
  | 'unclaimedIsQueued'
  | 'ownPool'
  | OverlapInvariant
  | 'settles';
/** The invariants of a protocol that overlaps an accept with the queue. */
export type OverlapInvariant = 'ofCommitted' | 'answers';

export function makeModel(conditions: Conditions, transitions: Transitions): Model<ProtocolState> {
  const { program, faults, maxKilled, retries = 0, pools = 1 } = conditions;
  return {
    initial: initialState(program, faults, retries, pools),
    transitions,
    invariants: {
      endsOnce: ({ ends, row }) => ends <= row.run,
      effects: ({ effects, losses, row }) => effects <= row.run + losses,
      startsOnce: ({ childStarts, row }) => childStarts <= row.run,
      // A retry is enqueued again, so all executors that it kills are counted.
      killed: ({ killed, row }) => killed <= maxKilled + (row.run - 1) * MAX_CRASHES,
      onTime: ({ isLate }) => !isLate,
      // A write that names claim number 0 therefore needs no other check of the status.
      unclaimedIsQueued: ({ row }) => row.claimNumber > 0 || row.status === 'none' || row.status === 'QUEUED',
      ownPool: ({ isMisplaced }) => !isMisplaced,
    } satisfies Record<Exclude<Invariant, OverlapInvariant | 'settles'>, (state: ProtocolState) => boolean>,
    isSettled: isTerminal,
  };
}
