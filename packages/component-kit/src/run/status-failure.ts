import { readRetryAfterMs, type HttpAnswer } from '@workflow/outbound';
import { StepFailure, type Json } from '@workflow/workflow-model';

/** Statuses below 500 for which another attempt may succeed: timeout, too early, too many requests. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/** Creates the failure of a step whose request was answered with the status of an error. */
export function statusFailure(
  { status, headers }: Pick<HttpAnswer, 'status' | 'headers'>,
  message: string,
  nowMs: number,
  output: Json = null,
): StepFailure {
  return new StepFailure('HTTP_STATUS', message, {
    retryable: status >= 500 || RETRYABLE_STATUSES.has(status),
    retryAfterMs: readRetryAfterMs(headers, nowMs),
    output,
  });
}
