import { releaseFromOutside } from './blame.ts';
import type { Guards, Transitions } from './protocol.ts';
import {
  addJob,
  after,
  afterEach,
  enqueueFirst,
  isEnqueuedByCallers,
  isKnown,
  isServed,
  isTerminal,
  killExecutor,
  type Executor,
  type ProtocolState,
  type Slot,
} from './protocol-state.ts';

/** Transitions of the queue, the dispatcher and supervisors, which happen by themselves. */
export function recovery(has: Guards): Transitions {
  return {
    'stalled job waits again': { next: giveOutAgain },
    'restart executor': { next: (state) => afterEach(state, restart) },
    'heartbeat returns': {
      next: (state) =>
        afterEach(state, (_copy, _slot, executor) => executor.life === 'silent' && setLife(executor, 'up')),
    },
    // The rescue uses the time since a session was enqueued. While the queue knows the job, nothing changes.
    'rescue lost job': {
      next: (state) =>
        after(state, (copy) => {
          if (!has('lost jobs are rescued') || !isQueued(copy) || isKnown(copy)) return false;
          if (!isServed(copy, copy.row.pool)) return false;
          addJob(copy, { isRescued: true });
          return true;
        }),
    },
    'rescue from dead executor': {
      next: (state) =>
        after(state, (copy) => {
          const { row, published } = copy;
          if (!has('sessions of dead executors are rescued') || !isOrphaned(copy)) return false;
          if (has('a rescue looks the pool up')) row.pool = published;
          // In the code the job may be known. Then it finds nothing to claim.
          return !isKnown(copy) && isServed(copy, row.pool) && enqueueAgain(copy, has);
        }),
    },
    'hold paused session': {
      next: (state) =>
        after(state, ({ row }) => {
          if (row.status !== 'QUEUED' || !row.isPaused || row.isHeld || row.claimNumber > 0) return false;
          row.isHeld = true;
          return true;
        }),
    },
    resume: {
      next: (state) =>
        after(state, ({ row }) => {
          if (!row.isPaused) return false;
          row.isPaused = false;
          return true;
        }),
    },
    enqueue: {
      next: (state) =>
        after(state, (copy) => {
          const { row } = copy;
          if (row.status !== 'QUEUED' || !row.isHeld || (row.isPaused && row.claimNumber === 0)) return false;
          if (!isServed(copy, row.pool)) return false;
          row.isHeld = false;
          return row.enqueueNumber === 0 ? enqueueFirst(copy) : enqueueAgain(copy, has);
        }),
    },
  };
}

/** A wait for a time or a child ends, and users act after a session has ended. */
export function outside(has: Guards): Transitions {
  return {
    'time is reached': {
      next: (state) =>
        after(state, ({ program, row }) => {
          if (program !== 'waiter' || row.status !== 'WAITING' || row.wait !== 'open') return false;
          row.wait = 'due';
          return true;
        }),
    },
    'child ends': {
      next: (state) =>
        after(state, ({ row }) => {
          if (row.child !== 'running') return false;
          row.child = 'ended';
          if (row.status === 'WAITING' && row.wait === 'open') row.wait = 'due';
          return true;
        }),
    },
    'enqueue what is due': {
      next: (state) =>
        after(state, (copy) => {
          const { row, published } = copy;
          if (row.status !== 'WAITING' || row.wait !== 'due' || !has('what is due is enqueued')) return false;
          if (has('the end of a wait looks the pool up')) row.pool = published;
          row.wait = 'enqueued';
          return isServed(copy, row.pool) && enqueueAgain(copy, has);
        }),
    },
    retry: {
      isFault: true,
      next: (state) =>
        after(state, (copy) => {
          const { row, retriesLeft, published } = copy;
          if (retriesLeft === 0 || (row.status !== 'CANCELLED' && row.status !== 'CRASHED')) return false;
          copy.retriesLeft -= 1;
          const newRun = { crashes: 0, step: 'none', wait: 'none', child: 'none', isHeld: false };
          Object.assign(row, { ...newRun, status: 'QUEUED', run: row.run + 1 });
          copy.isBlamed = false;
          if (has('a retry looks the pool up')) row.pool = published;
          if (isEnqueuedByCallers(copy)) return enqueueAgain(copy, has);
          row.isHeld = true;
          return true;
        }),
    },
  };
}

/** The session is in the queue's window. A paused session is on hold before the queue is checked. */
function isQueued({ row }: ProtocolState): boolean {
  const isEnqueuedAgain = row.status === 'WAITING' && row.wait === 'enqueued';
  return isEnqueuedAgain || (row.status === 'QUEUED' && !row.isHeld && !row.isPaused);
}

function enqueueAgain(state: ProtocolState, has: Guards): true {
  const { row } = state;
  if (row.enqueueNumber === 0 || has('each enqueueing has another number'))
    row.enqueueNumber = Math.max(row.enqueueNumber, 1) + 1;
  addJob(state, has('jobs are added to the queue of the pool') ? {} : { pool: 0 });
  return true;
}

function isOrphaned({ row, executors }: ProtocolState): boolean {
  const { status, claimedBy, isHeld } = row;
  return status === 'RUNNING' && !isHeld && (typeof claimedBy !== 'number' || executors[claimedBy].life !== 'up');
}

/** The queue loses the lock of a job's executor. */
function giveOutAgain(state: ProtocolState): ProtocolState[] {
  return state.jobs.flatMap(({ takenBy }, index) => {
    const isLost = takenBy === 'gone' || (takenBy !== null && state.executors[takenBy].life !== 'up');
    return isLost ? after(state, (copy) => stall(copy, index)) : [];
  });
}

function stall(state: ProtocolState, index: number): true {
  Object.assign(state.jobs[index] as object, { takenBy: null, isStalled: true });
  return true;
}

function restart(state: ProtocolState, slot: Slot, executor: Executor): boolean {
  if (executor.life !== 'dead' || state.gone === slot) return false;
  if (state.row.claimedBy === slot) state.row.claimedBy = 'gone';
  for (const job of state.jobs) if (job.takenBy === slot) job.takenBy = 'gone';
  return setLife(executor, 'up');
}

function setLife(executor: Executor, life: Executor['life']): true {
  executor.life = life;
  return true;
}

/** Transitions that need not happen. All together happen at most as often as there are faults left. */
export const FAULTS = faults({
  'kill executor': (state) =>
    afterEach(state, (copy, slot, executor) => {
      if (executor.life === 'dead' || !isConcerned(copy, slot)) return false;
      killExecutor(copy, slot);
      copy.losses += 1;
      return true;
    }),
  'heartbeat stops': (state) =>
    afterEach(state, (copy, slot, executor) => {
      if (executor.life !== 'up' || !isConcerned(copy, slot)) return false;
      copy.losses += 1;
      return setLife(executor, 'silent');
    }),
  'executor is ended for another session': releaseFromOutside,
  'job is delivered again': (state) =>
    state.jobs.flatMap(({ takenBy }, index) =>
      takenBy === null || takenBy === 'gone' ? [] : after(state, (copy) => stall(copy, index)),
    ),
  'queue is wiped': (state) =>
    after(state, (copy) => {
      if (copy.jobs.length === 0) return false;
      copy.jobs = [];
      return true;
    }),
  cancel: (state) =>
    after(state, (copy) => {
      if (copy.row.status === 'none' || isTerminal(copy)) return false;
      Object.assign(copy.row, { status: 'CANCELLED', claimNumber: copy.row.claimNumber + 1 });
      copy.ends += 1;
      return true;
    }),
  pause: (state) =>
    after(state, ({ row, overlap }) => {
      if (row.isPaused || (row.status === 'none' && overlap?.at !== 'under way')) return false;
      row.isPaused = true;
      return true;
    }),
});

export function faults(all: Record<string, (state: ProtocolState) => ProtocolState[]>): Transitions {
  return Object.fromEntries(
    Object.entries(all).map(([name, next]) => [name, { isFault: true as const, next: (state) => spend(state, next) }]),
  );
}

function spend(state: ProtocolState, next: (state: ProtocolState) => ProtocolState[]): ProtocolState[] {
  if (state.faultsLeft === 0 || isTerminalAndIdle(state)) return [];
  return next({ ...state, faultsLeft: state.faultsLeft - 1 });
}

/** Returns true if nothing that happens to the session can change anything. */
function isTerminalAndIdle(state: ProtocolState): boolean {
  return isTerminal(state) && state.executors.every(({ hand }) => hand === null);
}

function isConcerned({ row, executors }: ProtocolState, slot: Slot): boolean {
  return executors[slot].hand !== null || (row.status === 'RUNNING' && row.claimedBy === slot);
}
