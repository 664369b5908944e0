import type { Model } from './explore.ts';
import { initialState, isTerminal, type Program, type ProtocolState } from './protocol-state.ts';

/** Claims after which a session is given up. */
export const MAX_CRASHES = 3;

/** What a protocol is explored with. */
export interface Conditions {
  program: Program;
  /** Of any kinds, in any order. */
  faults: number;
  /** Executors that the program may kill. */
  maxKilled: number;
  /** New runs of a session that did not succeed. */
  retries?: number;
  /** The guard that is taken out. */
  without?: string;
}

export type Transitions = Model<ProtocolState>['transitions'];
/** Whether a guard is in. */
export type Guards = (name: string) => boolean;
/** By guard: what fails without it, with which program, after how many faults. */
export type GuardTable = Record<string, { breaks: Invariant; program: Program; faults: number }>;

type Invariant = 'endsOnce' | 'effects' | 'startsOnce' | 'killed' | 'onTime' | 'unclaimedIsQueued' | 'settles';

export function makeModel(conditions: Conditions, transitions: Transitions): Model<ProtocolState> {
  const { program, faults, maxKilled, retries = 0 } = conditions;
  return {
    initial: initialState(program, faults, retries),
    transitions,
    invariants: {
      endsOnce: ({ ends, row }) => ends <= row.run,
      effects: ({ effects, losses, row }) => effects <= row.run + losses,
      startsOnce: ({ childStarts, row }) => childStarts <= row.run,
      // A retry is enqueued another time, so all that it kills are counted.
      killed: ({ killed, row }) => killed <= maxKilled + (row.run - 1) * MAX_CRASHES,
      onTime: ({ isLate }) => !isLate,
      // So a write that names claim number 0 needs no other look at the status.
      unclaimedIsQueued: ({ row }) => row.claimNumber > 0 || row.status === 'none' || row.status === 'QUEUED',
    } satisfies Record<Exclude<Invariant, 'settles'>, (state: ProtocolState) => boolean>,
    isSettled: isTerminal,
  };
}
