import type { Collections } from '@workflow/session-store';
import type { ExecutorMetrics } from '../health/executor-metrics.ts';
import type { Repetition } from '../loops/repeat.ts';
import { repeatWithLease, type LeasedLoopParts } from './repeat-with-lease.ts';

const EVERY_MS = 5_000;
/** The pause between two transactions, so that the deletion of many entries does not affect other work. */
const PAUSE_MS = 100;
const LEASE_MS = 60_000;

interface CollectionSweepParts extends LeasedLoopParts {
  collections: Pick<Collections, 'sweep'>;
  metrics: Pick<ExecutorMetrics, 'entriesDeleted'>;
}

/** Deletes expired rows and stored values, and those of deleted tables and workflows, on one executor at a time. */
export function runCollectionSweep({ collections, metrics, ...parts }: CollectionSweepParts): Repetition {
  return repeatWithLease(parts, {
    lease: 'collections',
    leaseMs: LEASE_MS,
    askEveryMs: EVERY_MS,
    round: async () => {
      const { deleted, more } = await collections.sweep();
      metrics.entriesDeleted.inc(deleted);
      return more ? PAUSE_MS : EVERY_MS;
    },
  });
}
