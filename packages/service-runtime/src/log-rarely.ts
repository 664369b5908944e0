import type { Logger } from './logger.ts';

const EVERY_MS = 5_000;

/**
 * Returns a function for outages, which fail every operation. It logs one warning in 5 s. Its field `suppressed` counts
 * the warnings that were left out since the last one.
 */
export function logRarely(logger: Logger, message: string): (err: unknown) => void {
  let loggedAt = -Infinity;
  let suppressed = 0;
  return (err) => {
    const now = performance.now();
    if (now - loggedAt < EVERY_MS) {
      suppressed += 1;
      return;
    }
    logger.warn({ err, suppressed }, message);
    loggedAt = now;
    suppressed = 0;
  };
}
