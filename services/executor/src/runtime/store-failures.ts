import { logRarely, type Logger } from '@workflow/service-runtime';
import { isOutage } from '../retry/keep-trying.ts';

/** When PostgreSQL last failed this executor. */
export interface StoreFailures {
  /** Records an error that an operation threw; errors of other origin than the store are ignored. */
  note: (error: unknown) => void;
  /** By `performance.now()`; -Infinity: never. */
  lastAt: () => number;
}

/** Counts and logs outages of PostgreSQL, each once however many operations meet it. */
export function noteStoreFailures({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: { storeFailures: { inc(): void } };
}): StoreFailures {
  const warn = logRarely(logger, 'an operation on PostgreSQL failed');
  let lastAt = -Infinity;
  return {
    note: (error) => {
      // The store's errors say whether a retry may help; the queue's do not, and are counted by the queue.
      if (!isOutage(error)) return;
      lastAt = performance.now();
      metrics.storeFailures.inc();
      warn(error);
    },
    lastAt: () => lastAt,
  };
}
