import type { Dispatcher, DispatchPolicy, WindowState } from '../contract.ts';
import type { Database } from '../database.ts';
import { lookForWaiting, takeFromBacklog } from './feed-sessions.ts';
import { holdLease, releaseLease } from './hold-lease.ts';
import { reofferSessions } from './reoffer-sessions.ts';
import { settleLedger } from './settle-ledger.ts';
import { nextDrainRate, sharePlaces, takeTurns, windowCapacity } from './window-policy.ts';
import { readWindows, writeWindows } from './write-windows.ts';

interface Window extends WindowState {
  drainRate: number;
  /** Sessions fed since it was seen. */
  fed: number;
}

/** What the dispatcher saw last; `settledAt` null: nothing, or another process was the dispatcher since. */
interface DispatcherState {
  windows: Map<string, Window>;
  slots: number;
  inFlight: number;
  settledAt: number | null;
}

const DISPATCHER_LEASE = 'dispatcher';

export function openDispatcher(database: Database, executorDeadAfterMs: number): Dispatcher {
  const state: DispatcherState = { windows: new Map(), slots: 0, inFlight: 0, settledAt: null };
  return {
    async holdLease(name, holder, forMs) {
      const held = await holdLease(database, name, holder, forMs);
      if (!held && name === DISPATCHER_LEASE) state.settledAt = null;
      return held;
    },
    releaseLease: (name, holder) => releaseLease(database, name, holder),
    settle: (policy) => settle(database, executorDeadAfterMs, state, policy),
    feed: (policy, limit) => feed(database, state, policy, limit),
    reoffer: (olderThanMs) => reofferSessions(database, olderThanMs, executorDeadAfterMs),
  };
}

async function settle(
  database: Database, executorDeadAfterMs: number, state: DispatcherState, policy: DispatchPolicy,
): ReturnType<Dispatcher['settle']> {
  if (state.settledAt === null) {
    const written = await readWindows(database);
    state.windows = new Map(written.map((window) => [window.organizationId, { ...window, drainRate: 0, fed: 0 }]));
  }
  const now = performance.now();
  const elapsedMs = state.settledAt === null ? 0 : now - state.settledAt;
  const { loads, slots } = await settleLedger(database, executorDeadAfterMs);
  const windows = new Map<string, Window>();
  for (const { organizationId, inFlight, drained, backlogged } of loads) {
    const drainRate = nextDrainRate(state.windows.get(organizationId)?.drainRate ?? 0, drained, elapsedMs);
    windows.set(organizationId, { organizationId, inFlight, backlogged, drainRate, fed: 0, capacity: windowCapacity(drainRate, slots, loads.length, policy) });
  }
  const changed = [...windows.values()].filter((window) => !sameWindow(window, state.windows.get(window.organizationId)));
  const gone = [...state.windows.keys()].filter((organizationId) => !windows.has(organizationId));
  await writeWindows(database, changed, gone);
  const inFlight = sum(loads.map((load) => load.inFlight));
  Object.assign(state, { windows, slots, inFlight, settledAt: now });
  return { inFlight, backlogged: loads.some((load) => load.backlogged), retired: sum(loads.map((load) => load.drained)) };
}

async function feed(database: Database, state: DispatcherState, policy: DispatchPolicy, limit: number): ReturnType<Dispatcher['feed']> {
  const waiting = await lookForWaiting(database);
  if (waiting.length === 0) return [];
  const active = new Set([...state.windows.keys(), ...waiting]).size;
  const free = new Map(waiting.map((organizationId) => {
    const { drainRate, inFlight, fed } = state.windows.get(organizationId) ?? { drainRate: 0, inFlight: 0, fed: 0 };
    return [organizationId, windowCapacity(drainRate, state.slots, active, policy) - inFlight - fed] as const;
  }));
  const places = sharePlaces(free, Math.min(limit, policy.maxWindow - state.inFlight));
  if (places.size === 0) return [];
  const taken = await takeFromBacklog(database, places);
  for (const { organizationId } of taken) {
    const window = state.windows.get(organizationId);
    if (window !== undefined) window.fed += 1;
  }
  state.inFlight += taken.length;
  return takeTurns(taken);
}

function sameWindow(window: Window, before: Window | undefined): boolean {
  return before !== undefined && before.inFlight === window.inFlight && before.capacity === window.capacity && before.backlogged === window.backlogged;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
