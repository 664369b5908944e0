import {
  claimFirstTransitions,
  CLAIM_FIRST_GUARDS,
  killByProgram,
  mayStart,
  takeJobs,
  writeClaim,
} from './claim-first.ts';
import type { Model } from './explore.ts';
import { makeModel, type Conditions, type Guards, type GuardTable, type Transitions } from './protocol.ts';
import { afterEach, putDown, type Hand, type ProtocolState, type Slot } from './protocol-state.ts';

export const RUN_FIRST_GUARDS = {
  ...CLAIM_FIRST_GUARDS,
  'only the first enqueueing runs first': { breaks: 'killed', program: 'killer', faults: 1 },
  'a job that stalled is claimed first': { breaks: 'killed', program: 'killer', faults: 1 },
  'a job that a rescue added is claimed first': { breaks: 'killed', program: 'killer', faults: 1 },
  'a late claim names the claim number': { breaks: 'effects', program: 'effect', faults: 2 },
  'the first effect is committed with the claim': { breaks: 'effects', program: 'effect', faults: 1 },
} as const satisfies GuardTable;

/** A session that is enqueued for the first time runs without a claim, until the first thing that needs one. */
export function runFirst(conditions: Conditions): Model<ProtocolState> {
  const has: Guards = (name) => name !== conditions.without;
  return makeModel(conditions, { ...claimFirstTransitions(has), ...runFirstTransitions(has) });
}

function runFirstTransitions(has: Guards): Transitions {
  const at = (place: Hand['at'], change: (state: ProtocolState, slot: Slot, hand: Hand) => void) => ({
    next: (state: ProtocolState) =>
      afterEach(state, (copy, slot, { hand }) => {
        if (hand?.at !== place) return false;
        change(copy, slot, hand);
        return true;
      }),
  });
  return {
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
      else hand.at = state.program === 'pure' ? 'first-ran' : 'first-effect';
    }),
    'claim, because it takes long': at('first', (state, slot, hand) => {
      if (claimLate(state, slot, has)) hand.at = 'claimed';
    }),
    'claim with the effect': at('first-effect', (state, slot, hand) => {
      if (!has('the first effect is committed with the claim')) hand.at = 'begun';
      else if (claimLate(state, slot, has)) [hand.at, state.row.step] = ['begun', 'RUNNING'];
    }),
    'claim and end': at('first-ran', (state, slot) => {
      if (!claimLate(state, slot, has)) return;
      state.row.status = 'SUCCEEDED';
      state.ends += 1;
      putDown(state, slot);
    }),
  };
}

/** false: the session is lost, and nothing was written. */
function claimLate(state: ProtocolState, slot: Slot, has: Guards): boolean {
  const { row } = state;
  const isOurs = has('a late claim names the claim number') ? row.claimNumber === 0 : row.status === 'QUEUED';
  if (isOurs && mayStart(state, has)) {
    writeClaim(state, slot);
    return true;
  }
  putDown(state, slot);
  return false;
}
