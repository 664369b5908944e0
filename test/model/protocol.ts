import type { Model } from './explore.ts';
import { initialState, isTerminal, type Program, type ProtocolState } from './protocol-state.ts';

/** What a protocol is explored with. */
export interface Conditions {
  program: Program;
  /** Of any kinds, in any order. */
  faults: number;
  /** Executors that the program may kill. */
  maxKilled: number;
  /** The guard that is taken out. */
  without?: string;
}

export type Transitions = Model<ProtocolState>['transitions'];
/** Whether a guard is in. */
export type Guards = (name: string) => boolean;
/** By guard: what fails without it, with which program, after how many faults. */
export type GuardTable = Record<string, { breaks: Invariant; program: Program; faults: number }>;

type Invariant = 'endsOnce' | 'effects' | 'killed' | 'onTime' | 'unclaimedIsQueued' | 'settles';

export function makeModel(conditions: Conditions, transitions: Transitions): Model<ProtocolState> {
  const { program, faults, maxKilled } = conditions;
  return {
    initial: initialState(program, faults),
    transitions,
    invariants: {
      endsOnce: ({ ends }) => ends <= 1,
      effects: ({ effects, losses }) => effects <= 1 + losses,
      killed: ({ killed }) => killed <= maxKilled,
      onTime: ({ isLate }) => !isLate,
      // So a write that names claim number 0 needs no other look at the status.
      unclaimedIsQueued: ({ row }) => row.claimNumber > 0 || row.status === 'none' || row.status === 'QUEUED',
    } satisfies Record<Exclude<Invariant, 'settles'>, (state: ProtocolState) => boolean>,
    isSettled: isTerminal,
  };
}
