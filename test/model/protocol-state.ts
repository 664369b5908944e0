/** Which of the two executors. */
export type Slot = 0 | 1;
const SLOTS: readonly Slot[] = [0, 1];

/**
 * What the session's program does: nothing outside, one effect, it kills the process that runs it, it waits until a
 * time, or it starts a child and waits for its end.
 */
export type Program = 'pure' | 'effect' | 'killer' | 'waiter' | 'parent';

interface Job {
  enqueueNumber: number;
  /** null: it waits in the queue. `gone`: an executor that was replaced since. */
  takenBy: Slot | 'gone' | null;
  /** The queue gave it out before. */
  isStalled: boolean;
  /** A rescue added it. */
  isRescued: boolean;
}

/**
 * A session in hand. `taken`: nothing was run yet. `claimed`; `begun`: the effect may be made; `ran`: the end is to be
 * written; `to-wait`: the wait is. `first`: it runs without a claim; `first-effect`: it comes to its effect;
 * `first-ran`: to its end; `first-wait`: to its wait, or its child.
 */
export interface Hand {
  at:
    | 'taken'
    | 'claimed'
    | 'begun'
    | 'ran'
    | 'given-up'
    | 'to-wait'
    | 'first'
    | 'first-effect'
    | 'first-ran'
    | 'first-wait';
  enqueueNumber: number;
  /** null: not claimed. */
  claimNumber: number | null;
}

export interface ProtocolState {
  program: Program;
  /** The row in PostgreSQL. */
  row: {
    status: 'none' | 'QUEUED' | 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'CRASHED' | 'CANCELLED';
    claimNumber: number;
    enqueueNumber: number;
    crashes: number;
    /** `gone`: an executor that was replaced since. */
    claimedBy: Slot | 'gone' | null;
    /** Of the effect's step. */
    step: 'none' | 'RUNNING' | 'DONE';
    /** `fed`: enqueued since it was due. */
    wait: 'none' | 'open' | 'due' | 'fed' | 'over';
    child: 'none' | 'running' | 'ended';
    run: number;
    isPaused: boolean;
    /** In the backlog or held by a pause. No batch names it, so that nobody would rescue it. */
    isHeld: boolean;
  };
  /** Its first job was not added yet, and may never be. */
  isUnsent: boolean;
  jobs: Job[];
  /**
   * `silent`: its heartbeat stopped, and it goes on with what it has in hand. `ending`: the same, because its own
   * thread is ending the process.
   */
  executors: [Executor, Executor];
  faultsLeft: number;
  retriesLeft: number;
  /** What happened so far, for the invariants. */
  ends: number;
  effects: number;
  childStarts: number;
  /** Executors that faults killed or silenced. */
  losses: number;
  /** Executors that the program killed, without those that were ending anyway. */
  killed: number;
  /** The thread of an executor recorded that this run blocked it. */
  isBlamed: boolean;
  /** Something was written after the end, while the session may not start, or before its wait was over. */
  isLate: boolean;
}

export interface Executor {
  life: 'up' | 'silent' | 'ending' | 'dead';
  hand: Hand | null;
}

export function initialState(program: Program, faultsLeft: number, retriesLeft: number): ProtocolState {
  return {
    program,
    row: {
      status: 'none',
      claimNumber: 0,
      enqueueNumber: 0,
      crashes: 0,
      claimedBy: null,
      step: 'none',
      wait: 'none',
      child: 'none',
      run: 1,
      isPaused: false,
      isHeld: false,
    },
    isUnsent: false,
    jobs: [],
    executors: [
      { life: 'up', hand: null },
      { life: 'up', hand: null },
    ],
    faultsLeft,
    retriesLeft,
    ends: 0,
    effects: 0,
    childStarts: 0,
    losses: 0,
    killed: 0,
    isBlamed: false,
    isLate: false,
  };
}

/** Ended. */
export function isTerminal({ row }: ProtocolState): boolean {
  return row.status === 'SUCCEEDED' || row.status === 'CRASHED' || row.status === 'CANCELLED';
}

/** A copy that `change` may write to; null from it: the transition is not possible. */
export function after(state: ProtocolState, change: (copy: ProtocolState) => boolean): ProtocolState[] {
  const copy = structuredCopy(state);
  return change(copy) ? [copy] : [];
}

/** The same for each executor. */
export function afterEach(
  state: ProtocolState,
  change: (copy: ProtocolState, slot: Slot, executor: Executor) => boolean,
): ProtocolState[] {
  return SLOTS.flatMap((slot) => after(state, (copy) => change(copy, slot, copy.executors[slot])));
}

function structuredCopy(state: ProtocolState): ProtocolState {
  const [first, second] = state.executors;
  const copyOf = ({ life, hand }: Executor): Executor => ({ life, hand: hand && { ...hand } });
  return {
    ...state,
    row: { ...state.row },
    jobs: state.jobs.map((job) => ({ ...job })),
    executors: [copyOf(first), copyOf(second)],
  };
}

/** Adds a job; the queue ignores an id that it still knows. */
export function addJob(
  { jobs, row }: ProtocolState,
  { enqueueNumber = row.enqueueNumber, isRescued = false } = {},
): void {
  if (jobs.every((job) => job.enqueueNumber !== enqueueNumber))
    jobs.push({ enqueueNumber, takenBy: null, isStalled: false, isRescued });
}

/** By ingress or the dispatcher, which adds the job once the row is committed: at once, late, or never. */
export function enqueueFirst(state: ProtocolState): true {
  state.row.enqueueNumber = 1;
  state.isUnsent = true;
  return true;
}

/** Whether the queue has a job of the row's last enqueueing. */
export function isKnown({ row, jobs }: ProtocolState): boolean {
  return jobs.some(({ enqueueNumber }) => enqueueNumber === row.enqueueNumber);
}

/** The session leaves the executor's hand; its job is completed, if it still has it. */
export function putDown(state: ProtocolState, slot: Slot): void {
  state.executors[slot].hand = null;
  completeJob(state, slot);
}

export function completeJob(state: ProtocolState, slot: Slot): void {
  state.jobs = state.jobs.filter(({ takenBy }) => takenBy !== slot);
}

/** The process ends; nothing that it had in hand is told. */
export function killExecutor(state: ProtocolState, slot: Slot): void {
  state.executors[slot] = { life: 'dead', hand: null };
}
