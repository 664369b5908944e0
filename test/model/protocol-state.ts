/** One of the two executors. */
export type Slot = 0 | 1;
const DEFAULT_POOL: Slot = 1;
const SLOTS: readonly Slot[] = [0, 1];

/**
 * The program of the session: it has no effects, has one effect, kills the process that runs it, waits until a time, or
 * starts a child and waits for its end.
 */
export type Program = 'pure' | 'effect' | 'killer' | 'waiter' | 'parent';

interface Job {
  enqueueNumber: number;
  /** The pool whose queue has the job. */
  pool: Slot;
  /** Null if the job waits in the queue. `gone`: an executor that was replaced since then. */
  takenBy: Slot | 'gone' | null;
  /** The queue gave the job out before. */
  isStalled: boolean;
  /** A rescue added the job. */
  isRescued: boolean;
}

/**
 * A session that an executor holds. `taken`: nothing has run yet. `claimed`: it is claimed. `begun`: the effect may
 * happen. `ran`: the end must be written. `to-wait`: the wait must be written. `first`: it runs without a claim.
 * `first-effect`: it has reached its effect. `first-ran`: it has reached its end. `first-wait`: it has reached its wait
 * or its child.
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
  /** Null if it is not claimed. */
  claimNumber: number | null;
  /** It began to run before its accept allowed it to start. */
  isTooEarly?: true;
}

/**
 * An accept whose job may be added before its row is committed. `under way`: PostgreSQL may still commit it.
 * `duplicate`: another session has its idempotency key or delivery id, so it has no row.
 */
interface Overlap {
  at: 'under way' | 'committed' | 'rolled back' | 'duplicate';
  /** A delay, flow control, a gathering or the backlog keeps the session from starting when it is committed. */
  isHeld: boolean;
  /** The replica that accepts the session lives, so it can still add the job and answer the caller. */
  hasIngress: boolean;
}

export interface ProtocolState {
  program: Program;
  /** Null if its job is added after the commit, or its accept did not begin. */
  overlap: Overlap | null;
  /** The row in PostgreSQL. */
  row: {
    status: 'none' | 'QUEUED' | 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'CRASHED' | 'CANCELLED';
    claimNumber: number;
    enqueueNumber: number;
    crashes: number;
    /** `gone`: an executor that was replaced since then. */
    claimedBy: Slot | 'gone' | null;
    /** The state of the effect's step. */
    step: 'none' | 'RUNNING' | 'DONE';
    /** `enqueued`: enqueued since it was due. */
    wait: 'none' | 'open' | 'due' | 'enqueued' | 'over';
    child: 'none' | 'running' | 'ended';
    run: number;
    isPaused: boolean;
    /** The session is in the backlog or put on hold by a pause. No batch contains it, so it is not rescued. */
    isHeld: boolean;
    pool: Slot;
  };
  /** 1: both executors are of pool 0. 2: each executor has its own pool, and pool 1 is `default`. */
  pools: 1 | 2;
  /** The pool of the published version. */
  published: Slot;
  /** The dispatcher still has to move waiting sessions of the workflow. */
  isMoving: boolean;
  /** The pool whose executors do not return. */
  gone: Slot | null;
  /** Its first job was not added yet, and may never be added. */
  isUnsent: boolean;
  jobs: Job[];
  /**
   * `silent`: its heartbeat stopped, and it continues with the session that it holds. `ending`: the same, because its
   * own thread is ending the process.
   */
  executors: [Executor, Executor];
  faultsLeft: number;
  retriesLeft: number;
  /** The history for the invariants. */
  ends: number;
  effects: number;
  childStarts: number;
  /** The number of executors that faults killed or silenced. */
  losses: number;
  /** The number of executors that the program killed, without those that were ending anyway. */
  killed: number;
  /** The thread of an executor recorded that this run blocked it. */
  isBlamed: boolean;
  /** Something was written after the end, while the session may not start, or before its wait was over. */
  isLate: boolean;
  /** An executor of another pool claimed the session. */
  isMisplaced: boolean;
}

export interface Executor {
  life: 'up' | 'silent' | 'ending' | 'dead';
  hand: Hand | null;
}

export function initialState(program: Program, faultsLeft: number, retriesLeft: number, pools: 1 | 2): ProtocolState {
  return {
    program,
    overlap: null,
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
      pool: 0,
    },
    pools,
    published: 0,
    isMoving: false,
    gone: null,
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
    isMisplaced: false,
  };
}

/** Returns true if the session has ended. */
export function isTerminal({ row }: ProtocolState): boolean {
  return row.status === 'SUCCEEDED' || row.status === 'CRASHED' || row.status === 'CANCELLED';
}

/**
 * Returns the changed copy of a state, or no state if `change` returns false because the transition is not possible.
 */
export function after(state: ProtocolState, change: (copy: ProtocolState) => boolean): ProtocolState[] {
  const copy = structuredCopy(state);
  return change(copy) ? [copy] : [];
}

/** Returns the changed copies for each executor. */
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
    overlap: state.overlap && { ...state.overlap },
    row: { ...state.row },
    jobs: state.jobs.map((job) => ({ ...job })),
    executors: [copyOf(first), copyOf(second)],
  };
}

/** Adds a job. The queue of the pool ignores an id that it still knows. */
export function addJob(
  { jobs, row }: ProtocolState,
  { enqueueNumber = row.enqueueNumber, isRescued = false, pool = row.pool } = {},
): void {
  if (jobs.every((job) => job.enqueueNumber !== enqueueNumber || job.pool !== pool))
    jobs.push({ enqueueNumber, pool, takenBy: null, isStalled: false, isRescued });
}

/** Ingress or the dispatcher adds the job after the row is committed: immediately, late, or never. */
export function enqueueFirst(state: ProtocolState): true {
  state.row.enqueueNumber = 1;
  state.isUnsent = true;
  return true;
}

/** Returns true if the queue has a job of the row's last enqueueing. */
export function isKnown({ row, jobs }: ProtocolState): boolean {
  return jobs.some(({ enqueueNumber, pool }) => enqueueNumber === row.enqueueNumber && pool === row.pool);
}

/**
 * Returns true if the dispatcher enqueues the sessions of the pool: it has an executor, or it is `default` and none
 * lives.
 */
export function isServed({ pools, executors }: ProtocolState, pool: Slot): boolean {
  if (pools === 1 || executors[pool].life === 'up') return true;
  return pool === DEFAULT_POOL && executors[0].life !== 'up';
}

/** Returns true if callers enqueue sessions of the pool. Those of other pools are left to the dispatcher. */
export function isEnqueuedByCallers({ pools, row }: ProtocolState): boolean {
  return pools === 1 || row.pool === DEFAULT_POOL;
}

export function poolOfSlot({ pools }: ProtocolState, slot: Slot): Slot {
  return pools === 1 ? 0 : slot;
}

/** Returns true if the row has another pool than the published version. */
export function isInOtherPool({ row, published }: ProtocolState): boolean {
  return row.pool !== published;
}

/** The executor releases the session and completes its job, if it still has it. */
export function putDown(state: ProtocolState, slot: Slot): void {
  state.executors[slot].hand = null;
  completeJob(state, slot);
}

export function completeJob(state: ProtocolState, slot: Slot): void {
  state.jobs = state.jobs.filter(({ takenBy }) => takenBy !== slot);
}

/** The process ends without reporting anything about the session that it held. */
export function killExecutor(state: ProtocolState, slot: Slot): void {
  state.executors[slot] = { life: 'dead', hand: null };
}
