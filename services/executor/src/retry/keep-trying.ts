import { setTimeout as sleep } from 'node:timers/promises';
import { StepFailure } from '@workflow/workflow-model';
import { backOffMs } from './back-off.ts';

const BASE_MS = 50;
const MAX_MS = 5_000;

/** Whether the same operation of the store may succeed later; its errors carry that in their type. */
export function isOutage(error: unknown): boolean {
  // A step's failure may be worth another try of the step, which its component's retries decide.
  if (error instanceof StepFailure) return false;
  return error instanceof Error && (error as { retryable?: unknown }).retryable === true;
}

/** The signal fired before the operation succeeded. */
export const ABORTED = Symbol('aborted');

/**
 * Repeats an operation of the store for as long as PostgreSQL is away, so that an outage does not end sessions. Only
 * for operations that are idempotent.
 *
 * @param onFailure told of every failure, those that are thrown included
 * @throws what the store throws and does not call retryable
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
    const pauseMs = backOffMs(failures, BASE_MS, MAX_MS, Math.random());
    await sleep(pauseMs, undefined, signal === null ? {} : { signal }).catch(() => undefined);
    if (signal?.aborted === true) return ABORTED;
  }
}
