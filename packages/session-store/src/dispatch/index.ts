import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { admitHeldSessions } from './admit-held-sessions.ts';
import type { DispatchPolicy } from './admission-policy.ts';
import { feed, reconcile } from './reconcile-and-feed.ts';
import { newDispatcherState } from './dispatcher-state.ts';
import { acquireLease, releaseLease, type LeaseName } from './acquire-lease.ts';
import { holdPausedSessions } from './hold-paused-sessions.ts';
import { recordDepths } from './record-depths.ts';
import { rescueSessions } from './rescue-sessions.ts';

export interface DispatchOptions {
  /** An executor whose heartbeat is older, in milliseconds, is dead. */
  executorDeadAfterMs: number;
}

export type Dispatch = ReturnType<typeof openDispatch>;

/** The operations of the dispatcher, which one executor at a time is. */
export function openDispatch(sql: Sql, { executorDeadAfterMs }: DispatchOptions) {
  const on = operationsOn(sql);
  const state = newDispatcherState();
  return {
    /** Takes a lease or renews it, for so many milliseconds. false: another process has it. */
    acquireLease: async (name: LeaseName, holder: string, forMs: number) => {
      const acquired = await acquireLease(sql, name, holder, forMs);
      if (!acquired && name === 'dispatcher') state.reconciledAt = null;
      return acquired;
    },
    releaseLease: on(releaseLease),
    reconcile: (policy: DispatchPolicy) => reconcile(sql, executorDeadAfterMs, state, policy),
    recordDepths: () => recordDepths(sql),
    holdPaused: () => holdPausedSessions(sql),
    admitHeld: () => admitHeldSessions(sql),
    feed: (policy: DispatchPolicy, limit: number) => feed(sql, state, policy, limit),
    rescue: (olderThanMs: number) => rescueSessions(sql, olderThanMs, executorDeadAfterMs),
  };
}
