import type { RetryPolicy } from '@workflow/workflow-model';
import { backoffMs } from '../loops/backoff-ms.ts';

/** A component without `retry` has one attempt. */
export const DEFAULT_RETRY: RetryPolicy = { maxAttempts: 1, backoffSeconds: 1 };
const MAX_BACKOFF_MS = 3_600_000;

/**
 * Returns the milliseconds until the next attempt, or null if there is none. The pause doubles from `backoffSeconds`.
 * Up to half of it is subtracted at random, so that steps that failed together are not attempted together again.
 *
 * @param failures failed attempts so far, at least 1
 * @param random uniform in [0, 1)
 */
export function nextAttemptAfterMs(policy: RetryPolicy, failures: number, random: number): number | null {
  if (failures >= policy.maxAttempts) return null;
  return backoffMs(failures, policy.backoffSeconds * 1_000, MAX_BACKOFF_MS, random);
}
