import { MAX_CRASHES, type Guards, type Transitions } from './protocol.ts';
import { after, afterEach, killExecutor, type ProtocolState, type Slot } from './protocol-state.ts';

/**
 * The transitions of a session whose program blocks its executor. A thread of that executor records it before it ends
 * the process. Without the record the executor is simply lost.
 */
export function blame(has: Guards): Transitions {
  return {
    'block, and be blamed': {
      next: (state) =>
        afterEach(state, (copy, slot, { hand }) => {
          if (copy.program !== 'killer' || (hand?.at !== 'claimed' && hand?.at !== 'first')) return false;
          const isBlamed = isHeldBy(copy, slot);
          killByProgram(copy, slot);
          if (isBlamed) writeBlame(copy, has);
          return true;
        }),
    },
    'process is ended': {
      next: (state) =>
        afterEach(state, (copy, slot, { life }) => {
          if (life !== 'ending') return false;
          killExecutor(copy, slot);
          return true;
        }),
    },
    'end what is blamed': {
      next: (state) =>
        after(state, (copy) => {
          if (copy.row.status !== 'RUNNING' || !copy.isBlamed) return false;
          copy.row.status = 'CRASHED';
          copy.ends += 1;
          return true;
        }),
    },
  };
}

/**
 * Returns true under the condition of the thread's statement: claimed by this executor, or enqueued and not claimed.
 */
function isHeldBy({ row, executors }: ProtocolState, slot: Slot): boolean {
  const { hand } = executors[slot];
  if (hand?.at === 'first') return row.status === 'QUEUED' && row.claimNumber === 0 && !row.isHeld;
  return row.status === 'RUNNING' && row.claimedBy === slot && hand?.claimNumber === row.claimNumber;
}

/** After this many crashes, the next claim makes the session fail. */
function writeBlame(state: ProtocolState, has: Guards): void {
  const { row } = state;
  state.isBlamed = true;
  Object.assign(row, { status: 'RUNNING', claimNumber: row.claimNumber + 1, claimedBy: 'gone' });
  if (has('a session that is blamed is not run again')) row.crashes = MAX_CRASHES;
}

/**
 * The program ends the process that runs it. A blamed run must not begin again. Only a first job that was sent after
 * another one was claimed may run it once more, before its claim is refused.
 */
export function killByProgram(state: ProtocolState, slot: Slot): void {
  const { row, isBlamed } = state;
  // A session that the executor held before has another claim.
  if (isBlamed && state.executors[slot].hand?.claimNumber === row.claimNumber) state.isLate = true;
  // A process that was ending anyway is not lost because of this program.
  if (state.executors[slot].life !== 'ending') state.killed += 1;
  killExecutor(state, slot);
}

/**
 * The executor ends because of another session, and its thread releases this one. Until the process has ended, it may
 * continue with the session that it holds.
 */
export function releaseFromOutside(state: ProtocolState): ProtocolState[] {
  return afterEach(state, (copy, slot, executor) => {
    const { row } = copy;
    if (executor.life !== 'up' || executor.hand === null) return false;
    if (row.status === 'RUNNING' && row.claimedBy === slot)
      Object.assign(row, { status: 'QUEUED', isHeld: true, claimedBy: null, claimNumber: row.claimNumber + 1 });
    else if (row.status === 'QUEUED' && row.claimNumber === 0 && !row.isHeld) row.isHeld = true;
    // Its accept is not committed, so there is nothing to release.
    else if (row.status !== 'none') return false;
    if (row.status !== 'none') row.pool = copy.published;
    copy.losses += 1;
    executor.life = 'ending';
    return true;
  });
}
