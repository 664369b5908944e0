export interface WaitOptions {
  withinMs?: number;
  everyMs?: number;
  /** Said in the error when the time is over. */
  what?: string;
}

/** A bound for what never happens, not an expectation: machines that run tests are loaded. */
const DEFAULT_WITHIN_MS = 120_000;
const DEFAULT_EVERY_MS = 20;

/**
 * Polls until the condition returns something other than false, null and undefined, and returns it.
 * @throws when the time is over, with the last error that the condition threw
 */
export async function waitFor<Result>(
  condition: () => Result | Promise<Result>,
  options: WaitOptions = {},
): Promise<Exclude<Result, false | null | undefined>> {
  const { withinMs = DEFAULT_WITHIN_MS, everyMs = DEFAULT_EVERY_MS, what = 'the condition' } = options;
  const deadline = performance.now() + withinMs;
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
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
