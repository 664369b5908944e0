import { readRetryAfterMs, StepFailure } from '@workflow/component-kit/run';

/** Statuses below 500 for which another attempt may succeed. */
const MAY_PASS = new Set([408, 409, 425, 429]);
const SIGN_IN = new Set([401, 403]);
/** The maximum length of a server's message in a failure. */
const MAX_MESSAGE = 2_000;
/** Matches codes of 429 that waiting does not resolve. */
const USED_UP = /"(?:insufficient_quota|billing_hard_limit_reached)"/;

/**
 * Converts an error of the library or the server to a failure of the step, with the server's message. @param nowMs
 * since the epoch
 */
export async function modelFailure(error: unknown, nowMs: number): Promise<StepFailure> {
  if (error instanceof StepFailure) return error;
  const { APICallError, InvalidPromptError } = await import('ai');
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);
  if (InvalidPromptError.isInstance(error)) return new StepFailure('CONFIG_INVALID', `messages: ${message}`);
  if (!APICallError.isInstance(error))
    return new StepFailure('MODEL_FAILED', `Could not call the model server: ${message}`);
  const { statusCode: status = 0, responseHeaders = {}, responseBody = '' } = error;
  const text = `The model server answered ${status}: ${message}`;
  if (SIGN_IN.has(status)) return new StepFailure('CREDENTIAL_REFUSED', text);
  if (status < 400) return new StepFailure('MODEL_FAILED', `The response of the model server is malformed: ${message}`);
  const mayPass = (status >= 500 || MAY_PASS.has(status)) && !USED_UP.test(responseBody);
  if (!mayPass) return new StepFailure('MODEL_REFUSED', text);
  return new StepFailure('MODEL_FAILED', text, { retryAfterMs: readRetryAfterMs(responseHeaders, nowMs) });
}
