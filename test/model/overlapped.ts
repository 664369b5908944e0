import type { Model } from './explore.ts';
import { faults } from './faults.ts';
import type { Conditions, Guards, GuardTable, OverlapInvariant, Transitions } from './protocol.ts';
import { after, afterEach, isTerminal, putDown, type Hand, type ProtocolState, type Slot } from './protocol-state.ts';
import { runFirst, RUN_FIRST_GUARDS } from './run-first.ts';

const FIRST_EFFECT = 'the first effect is committed with the claim';

export const OVERLAPPED_GUARDS = {
  ...RUN_FIRST_GUARDS,
  [FIRST_EFFECT]: { breaks: 'ofCommitted', program: 'effect', faults: 0 },
  'a claim creates no row': { breaks: 'ofCommitted', program: 'pure', faults: 0 },
  'a wait for a row is bounded': { breaks: 'settles', program: 'pure', faults: 0 },
  'a job whose session has no row is completed': { breaks: 'settles', program: 'pure', faults: 0 },
  'only what its accept enqueues is sent before the commit': { breaks: 'onTime', program: 'pure', faults: 0 },
  'answers follow the commit': { breaks: 'answers', program: 'pure', faults: 0 },
  'a duplicate is answered with the session that has its key': { breaks: 'answers', program: 'pure', faults: 0 },
  'an end is signalled after it is written': { breaks: 'answers', program: 'pure', faults: 0 },
} as const satisfies GuardTable;

/** The transitions that look for the row of a session that may run before it. */
const NEED_A_ROW = [
  'claim',
  'claim, because it takes long',
  'answer to a deferred claim is lost',
  'claim with the effect',
  'claim and end',
  'wait without a claim',
];
/** The stages of a session that is held and not claimed. */
const WITHOUT_A_CLAIM: readonly Hand['at'][] = ['taken', 'first', 'first-effect', 'first-ran', 'first-wait'];

/**
 * The protocol in which ingress may add the job of a session whose caller waits while its row is being committed. The
 * executor runs it like every other session that it runs first. A claim or an end that finds no row waits for it. After
 * a limited time it is dropped; what is committed later is rescued.
 */
export function overlapped(conditions: Conditions): Model<ProtocolState> {
  const has: Guards = (name) => name !== conditions.without;
  const { initial, transitions, invariants } = runFirst(conditions);
  return {
    initial,
    transitions: { ...transitions, ...overlapTransitions(has, transitions) },
    invariants: {
      ...invariants,
      ...({
        ofCommitted: ({ overlap, effects, childStarts, ends }) =>
          overlap === null || overlap.at === 'committed' || effects + childStarts + ends === 0,
        answers: (state) => possibleAnswers(state, has).every((answer) => isTrue(state, answer)),
      } satisfies Record<OverlapInvariant, (state: ProtocolState) => boolean>),
    },
    isSettled: (state) => (isTerminal(state) || isRefused(state)) && leavesNothing(state),
  };
}

function overlapTransitions(has: Guards, base: Transitions): Transitions {
  const waitsForRow = NEED_A_ROW.filter((name) => has(FIRST_EFFECT) || name !== 'claim with the effect').flatMap(
    (name) => {
      const transition = base[name];
      return transition === undefined ? [] : [[name, { ...transition, next: withRow(transition.next, has) }] as const];
    },
  );
  const become = (at: 'rolled back' | 'duplicate') => ({
    isFault: true as const,
    next: (state: ProtocolState) =>
      after(state, ({ overlap }) => {
        if (overlap?.at !== 'under way') return false;
        overlap.at = at;
        return true;
      }),
  });
  return {
    ...Object.fromEntries(waitsForRow),
    // A session that its accept enqueues is accepted with the overlap alone. `runFirst` explores it without.
    accept: {
      next: (state) => (state.overlap === null ? next(base, 'accept', state).filter(({ row }) => row.isHeld) : []),
    },
    'begin to accept': { next: (state) => beginToAccept(state, has) },
    commit: { next: (state) => after(state, commit) },
    'commit fails': become('rolled back'),
    'key is known': become('duplicate'),
    take: { next: (state) => next(base, 'take', state).map(markTooEarly) },
    'drop what has no row': {
      next: (state) => afterEach(state, (copy, slot, { hand }) => hand !== null && drop(copy, slot, hand, has)),
    },
    ...faults({ 'ingress is killed': (state) => after(state, killIngress) }),
  };
}

function next(transitions: Transitions, name: string, state: ProtocolState): ProtocolState[] {
  return transitions[name]?.next(state) ?? [];
}

/**
 * The accept's statement is sent, and its job may be added. The replica may know the first version alone, as with every
 * accept. A session that its accept does not enqueue gets its job from the dispatcher.
 */
function beginToAccept(state: ProtocolState, has: Guards): ProtocolState[] {
  if (state.row.status !== 'none' || state.overlap !== null) return [];
  const mayHold = has('only what its accept enqueues is sent before the commit') ? [false] : [false, true];
  return [...new Set<Slot>([0, state.published])].flatMap((pool) =>
    mayHold.flatMap((isHeld) =>
      after(state, (copy) => {
        copy.overlap = { at: 'under way', isHeld, hasIngress: true };
        copy.row.pool = pool;
        copy.isUnsent = true;
        return true;
      }),
    ),
  );
}

function commit({ overlap, row }: ProtocolState): boolean {
  if (overlap?.at !== 'under way' || row.status !== 'none') return false;
  overlap.at = 'committed';
  row.status = 'QUEUED';
  if (overlap.isHeld) row.isHeld = true;
  else row.enqueueNumber = 1;
  return true;
}

/**
 * Ingress is killed before it adds the job, between that and the commit, or between the commit and the answer. The
 * statement that it sent may still be committed.
 */
function killIngress(state: ProtocolState): boolean {
  if (state.overlap?.hasIngress !== true) return false;
  state.overlap.hasIngress = false;
  state.isUnsent = false;
  return true;
}

/** A job that was taken before the dispatcher enqueued its session began to run too early. */
function markTooEarly(state: ProtocolState): ProtocolState {
  if (state.overlap?.isHeld !== true || state.row.enqueueNumber > 0) return state;
  for (const { hand } of state.executors) if (hand?.at === 'first') hand.isTooEarly = true;
  return state;
}

/** While there is no row, the transition waits for it. */
function withRow(change: (state: ProtocolState) => ProtocolState[], has: Guards) {
  return (state: ProtocolState): ProtocolState[] => {
    if (state.row.status !== 'none') return change(state).map((changed) => markLate(state, changed));
    return has('a claim creates no row') ? [] : after(state, createRow).flatMap(change);
  };
}

/** A claim of a session that began too early writes what it must not have known. */
function markLate({ executors, row }: ProtocolState, changed: ProtocolState): ProtocolState {
  const isWritten = changed.row.claimNumber > row.claimNumber;
  const isTooEarly = executors.some(
    ({ hand }, slot) => hand?.isTooEarly === true && changed.row.claimedBy === slot && hand.claimNumber === null,
  );
  return isWritten && isTooEarly ? { ...changed, isLate: true } : changed;
}

function createRow({ row }: ProtocolState): true {
  Object.assign(row, { status: 'QUEUED', enqueueNumber: 1 });
  return true;
}

/** The executor gives the session up and completes its job. */
function drop(state: ProtocolState, slot: Slot, hand: Hand, has: Guards): boolean {
  if (state.row.status !== 'none' || !WITHOUT_A_CLAIM.includes(hand.at)) return false;
  if (!has('a wait for a row is bounded')) return false;
  if (!has('a job whose session has no row is completed'))
    for (const job of state.jobs) if (job.takenBy === slot) Object.assign(job, { takenBy: null, isStalled: true });
  putDown(state, slot);
  return true;
}

/** `accepted`: with its id. `outcome`: with its end. `existing`: with the session that has its key. `refused`: 5xx. */
type Answer = 'accepted' | 'outcome' | 'existing' | 'refused';

/** Returns the answers that ingress may give to the caller. */
function possibleAnswers({ overlap, ends, executors }: ProtocolState, has: Guards): Answer[] {
  if (overlap?.hasIngress !== true) return [];
  const answers: Answer[] = [];
  if (overlap.at === 'committed' || !has('answers follow the commit')) answers.push('accepted');
  if (overlap.at === 'duplicate')
    answers.push(has('a duplicate is answered with the session that has its key') ? 'existing' : 'accepted');
  if (overlap.at === 'rolled back') answers.push('refused');
  const hasRun = executors.some(({ hand }) => hand?.at === 'first-ran');
  if (ends > 0 || (hasRun && !has('an end is signalled after it is written'))) answers.push('outcome');
  return answers;
}

function isTrue({ overlap, ends }: ProtocolState, answer: Answer): boolean {
  switch (answer) {
    case 'accepted':
      return overlap?.at === 'committed';
    case 'outcome':
      return overlap?.at === 'committed' && ends > 0;
    case 'existing':
      return overlap?.at === 'duplicate';
    case 'refused':
      return overlap?.at === 'rolled back';
  }
}

/** Returns true if the session will never have a row. */
function isRefused({ overlap }: ProtocolState): boolean {
  return overlap?.at === 'rolled back' || overlap?.at === 'duplicate';
}

/** Returns true if no executor holds the session, and only a pool that lost its executors has a job of it. */
function leavesNothing({ executors, jobs, pools, gone }: ProtocolState): boolean {
  const isHeld = executors.some(({ hand }) => hand !== null);
  return !isHeld && jobs.every(({ pool }) => pools === 2 && pool === gone);
}
