import type { Step } from '../../api/types.ts';

/**
 * When a step that waits out a back-off begins its next try; null for any other step, and for one that waits for a
 * throttle. The executor keeps this as the step's output until then (committed-steps.ts).
 */
export function nextTryOf({ status, output }: Step): string | null {
  if (status !== 'WAITING' || typeof output !== 'object' || output === null) return null;
  const { until, backoff, throttle } = output as Partial<Record<'until' | 'backoff' | 'throttle', unknown>>;
  return backoff === true && throttle === undefined && typeof until === 'string' ? until : null;
}
