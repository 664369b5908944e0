import { readRetryAfterMs, StepFailure } from '@workflow/component-kit/run';
import type { StreamProviderError } from 'ai';

/** Statuses below 500 for which another attempt may succeed. */
const MAY_PASS = new Set([408, 409, 425, 429]);
const SIGN_IN = new Set([401, 403]);
/** The maximum length of a server's message in a failure. */
const MAX_MESSAGE = 2_000;
/** Matches codes of 429 that waiting does not resolve. */
const USED_UP = /"(?:insufficient_quota|billing_hard_limit_reached)"/;

/**
 * The statuses of errors by their codes and types, for errors in a stream, which may have no status. Others count as
 * 500. A code is more exact than a type: OpenAI's type of a wrong key is `invalid_request_error`.
 * https://platform.claude.com/docs/en/api/errors, https://platform.openai.com/docs/guides/error-codes
 */
const STATUSES = new Map<string | number | undefined, number>([
  ['invalid_api_key', 401],
  ['rate_limit_exceeded', 429],
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
]);

/**
 * Converts an error of the library or the server to a failure of the step, with the server's message. @param nowMs
 * since the epoch
 */
export async function modelFailure(error: unknown, nowMs: number): Promise<StepFailure> {
  if (error instanceof StepFailure) return error;
  const { APICallError, InvalidPromptError, StreamProviderError } = await import('ai');
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE);
  if (InvalidPromptError.isInstance(error)) return new StepFailure('CONFIG_INVALID', `messages: ${message}`);
  if (StreamProviderError.isInstance(error)) {
    const text = `The model server sent an error in its stream: ${message}`;
    return serverFailure(text, { status: statusInStream(error), body: JSON.stringify(error.data ?? null) });
  }
  if (!APICallError.isInstance(error))
    return new StepFailure('MODEL_FAILED', `Could not call the model server: ${message}`);
  const { statusCode: status = 0, responseHeaders = {}, responseBody: body = '' } = error;
  if (status < 400) return new StepFailure('MODEL_FAILED', `The response of the model server is malformed: ${message}`);
  const retryAfterMs = readRetryAfterMs(responseHeaders, nowMs);
  return serverFailure(`The model server answered ${status}: ${message}`, { status, body, retryAfterMs });
}

/** Returns the status with which the server would have sent the error before the stream. */
function statusInStream({ statusCode, code, type }: StreamProviderError): number {
  return statusCode ?? STATUSES.get(code) ?? STATUSES.get(type) ?? 500;
}

interface ServerError {
  status: number;
  /** JSON with the code of the error. */
  body: string;
  retryAfterMs?: number;
}

/** Returns the failure for an error that the server reports. */
function serverFailure(text: string, { status, body, retryAfterMs = 0 }: ServerError): StepFailure {
  if (SIGN_IN.has(status)) return new StepFailure('CREDENTIAL_REFUSED', text);
  const mayPass = (status >= 500 || MAY_PASS.has(status)) && !USED_UP.test(body);
  return mayPass ? new StepFailure('MODEL_FAILED', text, { retryAfterMs }) : new StepFailure('MODEL_REFUSED', text);
}
