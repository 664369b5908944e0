import type { Logger } from './logger.ts';

const EVERY_MS = 5_000;

/**
 * For outages, which fail every operation: logs one warning in 5 s, whose `suppressed` counts those that were left out
 * since the one before.
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
