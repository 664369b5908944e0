import type { Retention } from '@workflow/session-store';
import type { Repetition } from '../retry/repeat.ts';
import { repeatWithLease, type Leases } from './repeat-with-lease.ts';

/** The minimum pause between two counts. After a long count the pause is this many times its duration. */
const EVERY_MS = 2_000;
const REST = 20;
/** Two executors may count at the same time if a count takes longer than this. */
const LEASE_MS = 300_000;

export interface StorageParts {
  executorId: string;
  leases: Leases;
  retention: Pick<Retention, 'countStoredBytes'>;
  onStoreFailure: (error: unknown) => void;
}

/** Counts the stored bytes of organizations with such a quota, on one executor at a time. */
export function countStorage({ executorId, leases, retention, onStoreFailure }: StorageParts): Repetition {
  let stopping = false;

  async function round(): Promise<number> {
    const startedAt = performance.now();
    await retention.countStoredBytes(() => stopping);
    return Math.max(EVERY_MS, REST * (performance.now() - startedAt));
  }

  const repetition = repeatWithLease({
    lease: 'storage',
    leaseMs: LEASE_MS,
    askEveryMs: EVERY_MS,
    leases,
    executorId,
    round,
    onStoreFailure,
  });
  return {
    stop: () => {
      stopping = true;
      return repetition.stop();
    },
  };
}
