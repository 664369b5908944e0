import type { Session } from '../api.ts';
import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/client-errors.ts';
import { pause } from '../http/abort.ts';
import type { CallRoute } from '../http/operations.ts';
import { pauseBeforeNextTry } from '../http/retry-policy.ts';

export interface RetryOptions {
  /** Where the new run begins. Default: at the step that failed. */
  from?: 'failed-step' | 'start' | undefined;
  /** The version that the session ran, or the one that is published now. Default: `pinned`. */
  version?: 'pinned' | 'latest' | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Retries a session once: a request without an answer is not sent again before the session's `run` says that it was
 * not carried out.
 */
export async function retrySession(
  call: CallRoute,
  maxRetries: number,
  id: string,
  { from, version, signal }: RetryOptions,
): Promise<Session> {
  const read = async (): Promise<Session> => (await call('GET /v1/sessions/{id}', { path: { id } }, { signal })).data;
  const query = { ...(from !== undefined && { from }), ...(version !== undefined && { version }) };
  const { run } = await read();
  for (let tried = 1; ; tried += 1) {
    try {
      return (await call('POST /v1/sessions/{id}/retry', { path: { id }, query }, { signal })).data;
    } catch (error) {
      const isUnknown = error instanceof ConnectionError || (error instanceof ApiError && error.httpStatus >= 500);
      if (!isUnknown) throw error;
      const now = await read();
      if (now.run > run) return now;
      const waitMs = pauseBeforeNextTry(error, tried, 'repeatable', Math.random());
      if (waitMs === null || tried > maxRetries) throw error;
      await pause(waitMs, signal);
    }
  }
}
