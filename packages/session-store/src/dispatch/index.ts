import { DEFAULT_BLOCK_RULES, type BlockRules } from '../blocked/blocked-session.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { admitHeldSessions, type AdmittedSessions } from './admit-held-sessions.ts';
import { ORGANIZATIONS_UNDER_WAY } from './find-organizations.ts';
import type { DispatchPolicy } from './admission-policy.ts';
import { enqueueBacklog } from './enqueue-backlog.ts';
import { movePools } from './move-pools.ts';
import { reconcile } from './reconcile.ts';
import { newDispatcherState } from './dispatcher-state.ts';
import { acquireLease, releaseLease, type LeaseName } from './acquire-lease.ts';
import { holdPausedSessions } from './hold-paused-sessions.ts';
import { lookForChanges, type FoundChanges } from './look-for-changes.ts';
import { readServedPools } from './read-slots.ts';
import { recordDepths } from './record-depths.ts';
import type { FairRounds } from '../fair-turns/fair-rounds.ts';
import type { BackgroundLoop } from '../fair-turns/background-loops.ts';
import type { Scope } from '../postgres/scoped.ts';
import { rescueSessions, type RescuedSession } from './rescue-sessions.ts';
import { sum } from './sum.ts';

interface DispatchOptions {
  /** An executor is dead if its heartbeat is older than this, in milliseconds. */
  executorDeadAfterMs: number;
  /** Called after failures were recorded for `error` triggers. */
  onFailures: () => void;
  /** Uses the defaults if left out. */
  blockRules?: BlockRules;
}

export type Dispatch = ReturnType<typeof openDispatch>;

/** Opens the operations of the dispatcher, which is one executor at a time. */
export function openDispatch(sql: Sql, rounds: FairRounds, options: DispatchOptions) {
  const { executorDeadAfterMs, onFailures, blockRules = DEFAULT_BLOCK_RULES } = options;
  const on = operationsOn(sql);
  const state = newDispatcherState(blockRules);
  const together = <Result>(loop: BackgroundLoop, serve: (scope: Scope) => Promise<Result>): Promise<Result[]> =>
    rounds.together(loop, serve, ORGANIZATIONS_UNDER_WAY);
  return {
    /** Acquires or renews a lease for this many milliseconds. Returns false if another process holds it. */
    acquireLease: async (name: LeaseName, holder: string, forMs: number) => {
      const acquired = await acquireLease(sql, name, holder, forMs);
      if (!acquired && name === 'dispatcher') state.reconciledAt = null;
      return acquired;
    },
    releaseLease: on(releaseLease),
    reconcile: (policy: DispatchPolicy) => reconcile(sql, rounds, executorDeadAfterMs, state, policy),
    look: async (): Promise<FoundChanges> => {
      const changes = await lookForChanges(sql);
      // There is nothing to reconcile, so the next drain rate is measured from here.
      if (!changes.underWay && state.lanes.size === 0 && state.reconciledAt !== null)
        state.reconciledAt = performance.now();
      return changes;
    },
    recordDepths: async (): Promise<void> => void (await together('depths', (scope) => recordDepths(sql, scope))),
    movePools: async (): Promise<number> => sum(await together('move', (scope) => movePools(sql, scope))),
    holdPaused: async (): Promise<number> => sum(await together('hold', (scope) => holdPausedSessions(sql, scope))),
    admitHeld: async (): Promise<AdmittedSessions> => {
      const admissions = await together('admit', (scope) => admitHeldSessions(sql, scope));
      const noted = sum(admissions.map((admission) => admission.noted));
      if (noted > 0) onFailures();
      return {
        admitted: sum(admissions.map(({ admitted }) => admitted)),
        keys: sum(admissions.map(({ keys }) => keys)),
        noted,
      };
    },
    enqueueBacklog: (policy: DispatchPolicy, limit: number) => enqueueBacklog(sql, rounds, state, policy, limit),
    rescue: async (olderThanMs: number): Promise<RescuedSession[]> => {
      const pools = await readServedPools(sql, executorDeadAfterMs);
      const rescues = await together('rescue', (scope) =>
        rescueSessions(sql, olderThanMs, executorDeadAfterMs, pools, scope),
      );
      return rescues.flat();
    },
  };
}
