import type { Dispatch, Retention } from '@workflow/session-store';
import { repeat, type Repetition } from '../retry/repeat.ts';

/** The least pause between two counts; after a long one, so many times its length, so that large counts are rarer. */
const EVERY_MS = 2_000;
const REST = 20;
/** A count that takes longer than this may run on two executors at once. */
const LEASE_MS = 300_000;

export interface StorageParts {
  executorId: string;
  dispatcher: Pick<Dispatch, 'acquireLease' | 'releaseLease'>;
  retention: Pick<Retention, 'countStoredBytes'>;
  onStoreFailure: (error: unknown) => void;
}

/** Counts the stored bytes of organizations with such a quota, one executor at a time. */
export function countStorage({ executorId, dispatcher, retention, onStoreFailure }: StorageParts): Repetition {
  let leads = false;
  let stopping = false;

  async function round(): Promise<number> {
    leads = await dispatcher.acquireLease('storage', executorId, LEASE_MS);
    if (!leads) return EVERY_MS;
    const startedAt = performance.now();
    await retention.countStoredBytes(() => stopping);
    return Math.max(EVERY_MS, REST * (performance.now() - startedAt));
  }

  const repetition = repeat(round, (error) => {
    onStoreFailure(error);
    return EVERY_MS;
  });
  return {
    stop: async () => {
      stopping = true;
      await repetition.stop();
      if (leads) await dispatcher.releaseLease('storage', executorId).catch(onStoreFailure);
    },
  };
}
