import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from './back-off.ts';

const BASE_MS = 50;
const MAX_MS = 2_000;

/** Whether the same operation may succeed later; the store's errors carry it in their type. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Error && (error as { retryable?: unknown }).retryable === true;
}

/**
 * Repeats a store operation through an outage of PostgreSQL.
 * @throws what is not retryable, and the last error once `signal` fires.
 */
export async function waitOut<T>(operation: () => Promise<T>, signal: AbortSignal, onFailure: (error: unknown) => void): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await operation();
    } catch (error) {
      onFailure(error);
      if (!isRetryable(error) || signal.aborted) throw error;
      await sleep(backOffMs(failures, BASE_MS, MAX_MS, Math.random()), undefined, { signal }).catch(() => undefined);
    }
  }
}
