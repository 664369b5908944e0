import { claimFirstTransitions, CLAIM_FIRST_GUARDS, mayStart, takeJobs, writeClaim } from './claim-first.ts';
import { killByProgram } from './blame.ts';
import type { Model } from './explore.ts';
import { makeModel, type Conditions, type Guards, type GuardTable, type Transitions } from './protocol.ts';
import { faults } from './faults.ts';
import { afterEach, completeJob, putDown, type Hand, type ProtocolState, type Slot } from './protocol-state.ts';

export const RUN_FIRST_GUARDS = {
  ...CLAIM_FIRST_GUARDS,
  'only the first enqueueing runs first': { breaks: 'killed', program: 'killer', faults: 1 },
  'a job that stalled is claimed first': { breaks: 'killed', program: 'killer', faults: 1 },
  'a job that a rescue added is claimed first': { breaks: 'killed', program: 'killer', faults: 1 },
  'a deferred claim names the enqueueing and claim number 0': { breaks: 'effects', program: 'effect', faults: 2 },
  'a deferred claim is asked for again by its executor alone': { breaks: 'effects', program: 'effect', faults: 1 },
  'what waits is claimed before': { breaks: 'unclaimedIsQueued', program: 'waiter', faults: 0 },
  'the first effect is committed with the claim': { breaks: 'effects', program: 'effect', faults: 1 },
} as const satisfies GuardTable;

/**
 * The protocol in which a session whose job contains its start runs without a claim, until the first point that needs
 * one. These are the jobs of a first enqueueing that BullMQ gives out for the first time.
 */
export function runFirst(conditions: Conditions): Model<ProtocolState> {
  const has: Guards = (name) => name !== conditions.without;
  return makeModel(conditions, { ...claimFirstTransitions(has), ...runFirstTransitions(has) });
}

type Change = (state: ProtocolState, slot: Slot, hand: Hand) => void;
/** The stages of a session that is held without a claim. */
const UNCLAIMED = ['first', 'first-effect', 'first-ran', 'first-wait'] as const;
/** The stage that the run of a program reaches without a claim. */
const FIRST_RUNS = { pure: 'first-ran', effect: 'first-effect', waiter: 'first-wait', parent: 'first-wait' } as const;

function runFirstTransitions(has: Guards): Transitions {
  const at = (places: Hand['at'] | readonly Hand['at'][], change: Change) => ({
    next: (state: ProtocolState) =>
      afterEach(state, (copy, slot, { hand }) => {
        if (hand === null || ![places].flat().includes(hand.at)) return false;
        change(copy, slot, hand);
        return true;
      }),
  });
  const unguarded: Transitions = {
    'wait without a claim': at('first-wait', (state, slot) => {
      if (state.row.claimNumber === 0) Object.assign(state.row, { status: 'WAITING', wait: 'open' });
      putDown(state, slot);
    }),
  };
  return {
    ...(has('what waits is claimed before') ? {} : unguarded),
    take: {
      next: (state) =>
        takeJobs(state, ({ enqueueNumber, isStalled, isRescued }) => {
          const isFirst = enqueueNumber === 1 || !has('only the first enqueueing runs first');
          const isNew = !isStalled || !has('a job that stalled is claimed first');
          const isSent = !isRescued || !has('a job that a rescue added is claimed first');
          return isFirst && isNew && isSent ? 'first' : 'taken';
        }),
    },
    'run without a claim': at('first', (state, slot, hand) => {
      if (state.program === 'killer') killByProgram(state, slot);
      else hand.at = FIRST_RUNS[state.program];
    }),
    // A session is also claimed because it waits or is released.
    'claim, because it takes long': at(UNCLAIMED, (state, slot, hand) => {
      if (claimDeferred(state, slot, has)) hand.at = 'claimed';
    }),
    ...faults({
      'answer to a deferred claim is lost': at(UNCLAIMED, (state, slot, hand) => {
        const [before, jobs] = [{ ...hand }, state.jobs];
        claimDeferred(state, slot, has);
        state.executors[slot].hand = before;
        state.jobs = jobs;
      }).next,
    }),
    'claim with the effect': at('first-effect', (state, slot, hand) => {
      if (!has('the first effect is committed with the claim')) hand.at = 'begun';
      else if (claimDeferred(state, slot, has)) [hand.at, state.row.step] = ['begun', 'RUNNING'];
    }),
    'claim and end': at('first-ran', (state, slot) => {
      if (!claimDeferred(state, slot, has)) return;
      state.row.status = 'SUCCEEDED';
      state.ends += 1;
      putDown(state, slot);
    }),
  };
}

/** Returns false if the session is lost and nothing was written. */
function claimDeferred(state: ProtocolState, slot: Slot, has: Guards): boolean {
  const { row } = state;
  const hand = state.executors[slot].hand as Hand;
  // With one pool, either of the two is enough.
  const namesBoth = has('a deferred claim names the enqueueing and claim number 0');
  const isUnclaimed = namesBoth ? row.claimNumber === 0 : row.status === 'QUEUED';
  const namesEnqueueing = namesBoth && has('a deferred claim names the enqueueing');
  const isNewest = !namesEnqueueing || row.enqueueNumber === hand.enqueueNumber;
  if (isUnclaimed && isNewest && mayStart(state, has)) {
    writeClaim(state, slot);
    return true;
  }
  // The claim was written before, and its answer was lost.
  const isOurs = !has('a deferred claim is asked for again by its executor alone') || row.claimedBy === slot;
  if (row.claimNumber === 1 && row.status === 'RUNNING' && isOurs) {
    hand.claimNumber = row.claimNumber;
    completeJob(state, slot);
    return true;
  }
  putDown(state, slot);
  return false;
}
