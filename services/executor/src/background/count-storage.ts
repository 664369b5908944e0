import type { Retention } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { repeatWithLease, type LeasedLoopParts } from './repeat-with-lease.ts';

/** The minimum pause between two counts. After a long count the pause is this many times its duration. */
const EVERY_MS = 2_000;
const REST = 20;
/** Two executors may count at the same time if a count takes longer than this. */
const LEASE_MS = 300_000;

interface StorageParts extends LeasedLoopParts {
  retention: Pick<Retention, 'countStoredBytes'>;
}

/** Counts the stored bytes of organizations with such a quota, on one executor at a time. */
export function countStorage({ retention, ...parts }: StorageParts): Repetition {
  let stopping = false;

  async function round(): Promise<number> {
    const startedAt = performance.now();
    await retention.countStoredBytes(() => stopping);
    return Math.max(EVERY_MS, REST * (performance.now() - startedAt));
  }

  const loop = { lease: 'storage', leaseMs: LEASE_MS, askEveryMs: EVERY_MS, round } as const;
  const repetition = repeatWithLease(parts, loop);
  return {
    stop: () => {
      stopping = true;
      return repetition.stop();
    },
  };
}
