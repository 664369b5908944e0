import { blame, killByProgram } from './blame.ts';
import type { Model } from './explore.ts';
import { FAULTS, faults, outside, recovery } from './faults.ts';
import { checkPool, loseExecutors, POOL_FAULTS, poolTransitions } from './pools.ts';
import { makeModel, MAX_CRASHES, type Conditions, type Guards, type GuardTable, type Transitions } from './protocol.ts';
import {
  addJob,
  after,
  afterEach,
  completeJob,
  enqueueFirst,
  isTerminal,
  poolOfSlot,
  putDown,
  type Hand,
  type ProtocolState,
  type Slot,
} from './protocol-state.ts';

export const CLAIM_FIRST_GUARDS = {
  'claims of living executors are not taken over': { breaks: 'effects', program: 'effect', faults: 1 },
  'a claim after a dead executor counts a crash': { breaks: 'killed', program: 'killer', faults: 0 },
  'ends name their claim': { breaks: 'endsOnce', program: 'pure', faults: 1 },
  'effects name their claim': { breaks: 'onTime', program: 'effect', faults: 1 },
  'nothing starts while paused': { breaks: 'onTime', program: 'pure', faults: 1 },
  'only what a batch names is claimed': { breaks: 'settles', program: 'pure', faults: 2 },
  'lost jobs are rescued': { breaks: 'settles', program: 'pure', faults: 0 },
  'sessions of dead executors are rescued': { breaks: 'settles', program: 'pure', faults: 1 },
  'only what is due is claimed': { breaks: 'onTime', program: 'waiter', faults: 1 },
  'waits name their claim': { breaks: 'onTime', program: 'waiter', faults: 1 },
  'what is due is enqueued': { breaks: 'settles', program: 'waiter', faults: 0 },
  'a wait looks for a child that ended before it': { breaks: 'settles', program: 'parent', faults: 0 },
  'a child starts once': { breaks: 'startsOnce', program: 'parent', faults: 1 },
  'starts of children name their claim': { breaks: 'onTime', program: 'parent', faults: 1 },
  'a release commits the result of the effect': { breaks: 'effects', program: 'effect', faults: 1 },
  'a session that is blamed is not run again': { breaks: 'onTime', program: 'killer', faults: 0 },
} as const satisfies GuardTable;

/** The protocol in which every session is claimed before any of it runs. */
export function claimFirst(conditions: Conditions): Model<ProtocolState> {
  const has: Guards = (name) => name !== conditions.without;
  return makeModel(conditions, claimFirstTransitions(has));
}

export function claimFirstTransitions(has: Guards): Transitions {
  return {
    ...blame(has),
    ...poolTransitions(has),
    accept: { next: accept },
    send: { isFault: true, next: send },
    take: { next: (state) => takeJobs(state, () => 'taken') },
    claim: {
      next: (state) => afterEach(state, (copy, slot, { hand }) => hand?.at === 'taken' && claim(copy, slot, has)),
    },
    run: {
      next: (state) => afterEach(state, (copy, slot, { hand }) => hand?.at === 'claimed' && run(copy, slot, has)),
    },
    perform: {
      next: (state) => afterEach(state, (copy, _slot, { hand }) => hand?.at === 'begun' && perform(copy, hand)),
    },
    end: {
      next: (state) =>
        afterEach(
          state,
          (copy, slot, { hand }) => (hand?.at === 'ran' || hand?.at === 'given-up') && end(copy, slot, hand, has),
        ),
    },
    wait: {
      next: (state) =>
        afterEach(state, (copy, slot, { hand }) => hand?.at === 'to-wait' && wait(copy, slot, hand, has)),
    },
    ...recovery(has),
    ...outside(has),
    ...FAULTS,
    ...faults({
      ...POOL_FAULTS,
      release: (state) => afterEach(state, (copy, slot) => release(copy, slot, has)),
      'a pool is shut down': (state) =>
        afterEach(state, (copy, slot) => release(copy, slot, has) && loseExecutors(copy, slot)),
    }),
  };
}

/** Ingress commits the row, for the queue or into the backlog. A replica may still know the first version alone. */
function accept(state: ProtocolState): ProtocolState[] {
  if (state.row.status !== 'none') return [];
  return [...new Set<Slot>([0, state.published])].flatMap((pool) => [
    ...after(state, (copy) => {
      Object.assign(copy.row, { status: 'QUEUED', pool });
      return enqueueFirst(copy);
    }),
    ...after(state, ({ row }) => {
      Object.assign(row, { status: 'QUEUED', isHeld: true, pool });
      return true;
    }),
  ]);
}

/** The job is sent immediately, late, or never, because ingress is killed or the queue is unavailable. */
function send(state: ProtocolState): ProtocolState[] {
  return after(state, (copy) => {
    if (!copy.isUnsent) return false;
    copy.isUnsent = false;
    addJob(copy, { enqueueNumber: 1 });
    return true;
  });
}

/** The queue gives a waiting job to any executor that holds no session. */
export function takeJobs(
  state: ProtocolState,
  begin: (job: ProtocolState['jobs'][number]) => Hand['at'],
): ProtocolState[] {
  return state.jobs.flatMap((_job, index) =>
    afterEach(state, (copy, slot, executor) => {
      const job = copy.jobs[index];
      if (job === undefined || job.takenBy !== null || job.pool !== poolOfSlot(copy, slot)) return false;
      if (executor.life !== 'up' || executor.hand !== null) return false;
      job.takenBy = slot;
      executor.hand = { at: begin(job), enqueueNumber: job.enqueueNumber, claimNumber: null };
      return true;
    }),
  );
}

function claim(state: ProtocolState, slot: Slot, has: Guards): true {
  const { row, executors } = state;
  const hand = executors[slot].hand as Hand;
  const { claimedBy } = row;
  const isOurs = claimedBy === slot;
  const isFree = !has('claims of living executors are not taken over') || isOurs || !lives(state, claimedBy);
  const isClaimable =
    row.enqueueNumber === hand.enqueueNumber &&
    (row.status === 'QUEUED' || isDue(state, has) || (row.status === 'RUNNING' && isFree)) &&
    mayStart(state, has);
  if (!isClaimable) {
    putDown(state, slot);
    return true;
  }
  if (row.status === 'RUNNING' && !isOurs && has('a claim after a dead executor counts a crash')) row.crashes += 1;
  writeClaim(state, slot);
  hand.at = row.crashes >= MAX_CRASHES ? 'given-up' : 'claimed';
  return true;
}

function isDue({ row }: ProtocolState, has: Guards): boolean {
  return row.status === 'WAITING' && (row.wait === 'enqueued' || !has('only what is due is claimed'));
}

/** Returns true if no pause and no backlog prevents a claim. */
export function mayStart({ row }: ProtocolState, has: Guards): boolean {
  if (row.isHeld && has('only what a batch names is claimed')) return false;
  return row.claimNumber > 0 || !row.isPaused || !has('nothing starts while paused');
}

export function writeClaim(state: ProtocolState, slot: Slot): void {
  const { row } = state;
  checkPool(state, slot);
  if (row.isPaused && row.claimNumber === 0) state.isLate = true;
  if (row.wait === 'open') state.isLate = true;
  if (row.status === 'WAITING') row.wait = 'over';
  Object.assign(row, { status: 'RUNNING', claimNumber: row.claimNumber + 1, claimedBy: slot });
  (state.executors[slot].hand as Hand).claimNumber = row.claimNumber;
  completeJob(state, slot);
}

function lives({ executors }: ProtocolState, claimedBy: ProtocolState['row']['claimedBy']): boolean {
  return (claimedBy === 0 || claimedBy === 1) && executors[claimedBy].life === 'up';
}

function isCurrent({ row }: ProtocolState, hand: Hand): boolean {
  return row.status === 'RUNNING' && row.claimNumber === hand.claimNumber;
}

/** Runs to the effect, whose step is committed before it, or to the end. */
function run(state: ProtocolState, slot: Slot, has: Guards): true {
  const hand = state.executors[slot].hand as Hand;
  if (state.program === 'killer') killByProgram(state, slot);
  else if (state.program === 'waiter') hand.at = state.row.wait === 'over' ? 'ran' : 'to-wait';
  else if (state.program === 'parent') startChild(state, slot, has);
  else if (state.program === 'pure' || state.row.step === 'DONE') hand.at = 'ran';
  else if (isCurrent(state, hand) || !has('effects name their claim')) {
    if (isTerminal(state)) state.isLate = true;
    state.row.step = 'RUNNING';
    hand.at = 'begun';
  } else putDown(state, slot);
  return true;
}

/** A child has a key: starting it again returns its current state. */
function startChild(state: ProtocolState, slot: Slot, has: Guards): void {
  const { row } = state;
  const hand = state.executors[slot].hand as Hand;
  if (!isCurrent(state, hand) && has('starts of children name their claim')) {
    putDown(state, slot);
    return;
  }
  if (isTerminal(state)) state.isLate = true;
  if (row.child === 'none' || !has('a child starts once')) {
    row.child = 'running';
    state.childStarts += 1;
  }
  hand.at = row.child === 'ended' ? 'ran' : 'to-wait';
}

/** A child that ended since it was read ends the wait immediately. */
function wait(state: ProtocolState, slot: Slot, hand: Hand, has: Guards): true {
  const { row } = state;
  if (isCurrent(state, hand) || !has('waits name their claim')) {
    if (isTerminal(state)) state.isLate = true;
    const isOver = row.child === 'ended' && has('a wait looks for a child that ended before it');
    Object.assign(row, { status: 'WAITING', wait: isOver ? 'due' : 'open' });
  }
  putDown(state, slot);
  return true;
}

function perform(state: ProtocolState, hand: Hand): true {
  state.effects += 1;
  hand.at = 'ran';
  return true;
}

function end(state: ProtocolState, slot: Slot, hand: Hand, has: Guards): true {
  if (isCurrent(state, hand) || !has('ends name their claim')) {
    state.row.status = hand.at === 'given-up' ? 'CRASHED' : 'SUCCEEDED';
    state.ends += 1;
  }
  putDown(state, slot);
  return true;
}

/** At a shutdown the session returns to the backlog with its steps so far. Another process replaces the executor. */
function release(state: ProtocolState, slot: Slot, has: Guards): boolean {
  const { hand } = state.executors[slot];
  if (hand === null || (hand.at !== 'claimed' && hand.at !== 'ran')) return false;
  if (isCurrent(state, hand)) {
    const isDone = hand.at === 'ran' && has('a release commits the result of the effect');
    Object.assign(state.row, {
      status: 'QUEUED',
      isHeld: true,
      pool: has('a release looks the pool up') ? state.published : state.row.pool,
      claimedBy: null,
      step: isDone ? 'DONE' : state.row.step,
    });
  }
  putDown(state, slot);
  return true;
}
