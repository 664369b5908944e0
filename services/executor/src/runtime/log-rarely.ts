import type { Logger } from '@workflow/service-runtime';

const EVERY_MS = 5_000;

/** An outage fails every operation: one line now and then says so, with how many it stands for. */
export function logRarely(logger: Logger, message: string): (err: unknown) => void {
  let loggedAt = -Infinity;
  let left = 0;
  return (err) => {
    const now = performance.now();
    if (now - loggedAt < EVERY_MS) {
      left += 1;
      return;
    }
    logger.warn({ err, since: left }, message);
    loggedAt = now;
    left = 0;
  };
}
