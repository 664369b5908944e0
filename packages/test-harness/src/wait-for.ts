export interface WaitOptions {
  withinMs?: number;
  /**
   * Pause between polls. Default: pauses grow with the time waited, so that a second's wait is noticed at most 0.1 s
   * late.
   */
  everyMs?: number;
  /** Describes the condition in the error. */
  what?: string;
}

/** A bound for conditions that never become true, not an expectation: machines that run tests are loaded. */
const DEFAULT_WITHIN_MS = 120_000;
const FIRST_PAUSE_MS = 20;
/** Frequent polling costs processor time that the services need. */
const SHARE_OF_WAITED = 0.1;
const MAX_PAUSE_MS = 100;

/**
 * Polls until the condition returns something other than false, null and undefined, and returns it.
 * @throws when the time is over, with the last error that the condition threw
 */
export async function waitFor<Result>(
  condition: () => Result | Promise<Result>,
  options: WaitOptions = {},
): Promise<Exclude<Result, false | null | undefined>> {
  const { withinMs = DEFAULT_WITHIN_MS, everyMs, what = 'the condition' } = options;
  const start = performance.now();
  const deadline = start + withinMs;
  let lastError: unknown;
  for (;;) {
    try {
      const result = await condition();
      if (result !== false && result !== null && result !== undefined)
        return result as Exclude<Result, false | null | undefined>;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= deadline)
      throw new Error(`Waited ${withinMs} ms in vain for ${what}`, { cause: lastError });
    const waited = performance.now() - start;
    const pauseMs = everyMs ?? Math.min(Math.max(FIRST_PAUSE_MS, waited * SHARE_OF_WAITED), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
