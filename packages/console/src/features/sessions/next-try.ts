import type { Step } from '../../api/types.ts';

/** A step that waits for a time. */
export interface TimedWait {
  componentId: string;
  /** When it continues, ISO-8601. */
  until: string;
  /** True if its next try begins then. */
  isRetry: boolean;
}

/**
 * Returns what a step waits for, if it waits for a time alone: for a delay or for its next try. The executor stores
 * this as the output of the step until then (committed-steps.ts).
 */
export function timedWaitOf({ componentId, status, output }: Step): TimedWait | null {
  if (status !== 'WAITING' || typeof output !== 'object' || output === null) return null;
  const { until, backoff, ...others } = output as Partial<Record<string, unknown>>;
  const waitsForMore = ['throttle', 'children', 'answer'].some((key) => others[key] !== undefined);
  return typeof until === 'string' && !waitsForMore ? { componentId, until, isRetry: backoff === true } : null;
}

/** Returns when a step that waits for its next try begins it; null for any other step. */
export function nextTryOf(step: Step): string | null {
  const wait = timedWaitOf(step);
  return wait?.isRetry === true ? wait.until : null;
}
