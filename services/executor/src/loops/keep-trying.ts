import { setTimeout as sleep } from 'node:timers/promises';
import { StepFailure } from '@workflow/workflow-model';
import { backoffMs } from './backoff-ms.ts';

const BASE_MS = 50;
const MAX_MS = 5_000;

/** Returns true if the same operation of the store may succeed later. */
export function isOutage(error: unknown): boolean {
  // The retry policy of a component decides whether a failed step is repeated.
  if (error instanceof StepFailure) return false;
  return error instanceof Error && (error as { retryable?: unknown }).retryable === true;
}

/** The result when the signal fired before the operation succeeded. */
export const ABORTED = Symbol('aborted');

/**
 * Repeats an operation of the store until PostgreSQL is available, so that an outage does not end sessions. Use it only
 * for idempotent operations.
 *
 * @param onFailure called with every failure, including those that are thrown
 * @throws errors of the store that are not retryable
 */
export async function keepTrying<Result>(
  operation: () => Promise<Result>,
  signal: AbortSignal | null,
  onFailure?: (error: unknown) => void,
): Promise<Result | typeof ABORTED> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await operation();
    } catch (error) {
      onFailure?.(error);
      if (!isOutage(error)) throw error;
    }
    const pauseMs = backoffMs(failures, BASE_MS, MAX_MS, Math.random());
    await sleep(pauseMs, undefined, signal === null ? {} : { signal }).catch(() => undefined);
    if (signal?.aborted === true) return ABORTED;
  }
}
