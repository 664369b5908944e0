import { logRarely, type Logger } from '@workflow/service-runtime';
import { isOutage } from '../loops/keep-trying.ts';

/** The time of the last failure of PostgreSQL. */
export interface StoreFailures {
  /** Records an error that an operation threw. Ignores errors that are not the store's. */
  note: (error: unknown) => void;
  /** The time by `performance.now()`, or -Infinity if there was no failure. */
  lastAt: () => number;
}

/** Counts and logs outages of PostgreSQL, each once even if it affects many operations. */
export function noteStoreFailures({
  logger,
  metrics,
}: {
  logger: Logger;
  metrics: { storeFailures: { inc(): void } };
}): StoreFailures {
  const warn = logRarely(logger, 'An operation on PostgreSQL failed');
  let lastAt = -Infinity;
  return {
    note: (error) => {
      // Only the store's errors state whether a retry may help. The queue counts its errors itself.
      if (!isOutage(error)) return;
      lastAt = performance.now();
      metrics.storeFailures.inc();
      warn(error);
    },
    lastAt: () => lastAt,
  };
}
