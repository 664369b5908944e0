import type { GuardTable, Guards, Transitions } from './protocol.ts';
import {
  after,
  afterEach,
  isInOtherPool,
  isServed,
  killExecutor,
  poolOfSlot,
  type ProtocolState,
  type Slot,
} from './protocol-state.ts';

/** The guards that only two executor pools need. Each pool has one of the executors. */
export const POOL_GUARDS = {
  'a move returns the session to the backlog': { breaks: 'ownPool', program: 'pure', faults: 1 },
  'each enqueueing has another number': { breaks: 'ownPool', program: 'pure', faults: 1 },
  'jobs are added to the queue of the pool': { breaks: 'ownPool', program: 'pure', faults: 1 },
  'sessions in a queue are moved': { breaks: 'settles', program: 'pure', faults: 1 },
  'sessions in the backlog are moved': { breaks: 'settles', program: 'pure', faults: 1 },
  'workflows move until no replica accepts for the earlier pool': { breaks: 'settles', program: 'pure', faults: 1 },
  'a rescue looks the pool up': { breaks: 'settles', program: 'pure', faults: 1 },
  'the end of a wait looks the pool up': { breaks: 'settles', program: 'waiter', faults: 1 },
  'a release looks the pool up': { breaks: 'settles', program: 'pure', faults: 2 },
  'a retry looks the pool up': { breaks: 'settles', program: 'pure', faults: 2, retries: 1 },
} as const satisfies GuardTable;

/** In addition, those of a protocol that runs first. */
export const RUN_FIRST_POOL_GUARDS = {
  ...POOL_GUARDS,
  'a deferred claim names the enqueueing': { breaks: 'ownPool', program: 'effect', faults: 1 },
} as const satisfies GuardTable;

/** Transitions of pools. Publishing in the pool that has executors ends a wait in the other one, so it is no fault. */
export function poolTransitions(has: Guards): Transitions {
  return {
    'publish in the other pool': {
      next: (state) => after(state, (copy) => copy.pools === 2 && copy.gone === copy.published && publish(copy)),
    },
    'move to the other pool': { next: (state) => after(state, (copy) => move(copy, has)) },
    'the move is over': {
      next: (state) =>
        after(state, (copy) => {
          const isStale =
            copy.row.status === 'none' && has('workflows move until no replica accepts for the earlier pool');
          if (!copy.isMoving || isStale || isWaiting(copy)) return false;
          copy.isMoving = false;
          return true;
        }),
    },
  };
}

/** Faults of pools, in addition to all others. */
export const POOL_FAULTS: Record<string, (state: ProtocolState) => ProtocolState[]> = {
  'a version in the other pool is published': (state) => after(state, (copy) => copy.pools === 2 && publish(copy)),
  'a pool loses its executors': (state) => afterEach(state, loseExecutors),
};

/** Nobody starts an executor of the pool again. */
export function loseExecutors(state: ProtocolState, slot: Slot): boolean {
  if (state.pools === 1 || state.gone !== null) return false;
  killExecutor(state, slot);
  state.losses += 1;
  state.gone = slot;
  return true;
}

function publish(state: ProtocolState): true {
  state.published = state.published === 0 ? 1 : 0;
  state.isMoving = true;
  return true;
}

/** Returns true if the session waits in another pool than that of the published version. */
function isWaiting(state: ProtocolState): boolean {
  const { status, wait } = state.row;
  return isInOtherPool(state) && (status === 'QUEUED' || (status === 'WAITING' && wait === 'enqueued'));
}

/**
 * The dispatcher moves a session that no executor took. It also recalls sessions from the queue of a pool without
 * executors, which changes the same.
 */
function move(state: ProtocolState, has: Guards): boolean {
  const { row, isMoving, published } = state;
  const isEnqueued = (row.status === 'QUEUED' && !row.isHeld) || (row.status === 'WAITING' && row.wait === 'enqueued');
  const isRecalled = isEnqueued && !isServed(state, row.pool);
  const isMoved = isMoving && isWaiting(state);
  if (!isRecalled && !isMoved) return false;
  if (!has(isEnqueued ? 'sessions in a queue are moved' : 'sessions in the backlog are moved')) return false;
  row.pool = published;
  if (!has('a move returns the session to the backlog')) return true;
  if (row.status === 'WAITING') row.wait = 'due';
  else row.isHeld = true;
  return true;
}

/** The executor claims a session. It must be one of the session's pool. */
export function checkPool(state: ProtocolState, slot: Slot): void {
  if (poolOfSlot(state, slot) !== state.row.pool) state.isMisplaced = true;
}
