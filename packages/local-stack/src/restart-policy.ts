const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;
/** A process that lived at least this long did not fail to start. Its exit has another cause. */
const STABLE_AFTER_MS = 30_000;

/**
 * Returns the pause before a service is started again.
 * @param ranMs how long it ran
 * @param endedEarly how many times in a row it ended early before
 */
export function restartDelayMs(ranMs: number, endedEarly: number): { delayMs: number; early: number } {
  const early = ranMs >= STABLE_AFTER_MS ? 0 : endedEarly;
  return { delayMs: Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** early), early: early + 1 };
}
