const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Repeats an operation of the store for as long as PostgreSQL is away: what has begun must not be given up for an
 * outage. For operations only that change nothing when they are done twice.
 *
 * @returns null when the signal fired first
 * @throws what the store throws and does not call retryable
 */
export async function keepTrying<Result>(operation: () => Promise<Result>, signal: AbortSignal | null): Promise<Result | null> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await operation();
    } catch (error) {
      if ((error as { retryable?: unknown }).retryable !== true) throw error;
    }
    if (!(await pause(pauseMs, signal))) return null;
  }
}

/** false when the signal fired. */
function pause(ms: number, signal: AbortSignal | null): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (passed: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(passed);
    };
    const onAbort = () => end(false);
    const timer = setTimeout(end, ms, true);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
