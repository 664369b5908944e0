import type { Session } from '../api.ts';
import { ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/client-errors.ts';
import { pause } from '../http/abort.ts';
import type { CallRoute } from '../http/operations.ts';
import { pauseBeforeNextTry } from '../http/retry-policy.ts';

export interface RetryOptions {
  /** The step at which the new run begins. Default: the step that failed. */
  from?: 'failed-step' | 'start' | undefined;
  /** The version that the session used, or the one that is published now. Default: `pinned`. */
  version?: 'pinned' | 'latest' | undefined;
  signal?: AbortSignal | undefined;
}

/** The dependencies of the functions below. */
interface Changing {
  call: CallRoute;
  maxRetries: number;
}

/** Retries a session once. Its `run` shows if a request without an answer was carried out. */
export async function retrySession(changing: Changing, id: string, options: RetryOptions): Promise<Session> {
  const { from, version, signal } = options;
  const query = { ...(from !== undefined && { from }), ...(version !== undefined && { version }) };
  const { run } = await read(changing.call, id, signal);
  const retry = async (): Promise<Session> =>
    (await changing.call('POST /v1/sessions/{id}/retry', { path: { id }, query }, { signal })).data;
  return once(changing, { id, signal, send: retry, isDone: (now) => now.run > run });
}

/** Cancels a session. A session that is cancelled already is not a conflict if an earlier try may have cancelled it. */
export async function cancelSession(changing: Changing, id: string, signal?: AbortSignal): Promise<Session> {
  const cancel = async (): Promise<Session> =>
    (await changing.call('POST /v1/sessions/{id}/cancel', { path: { id } }, { signal })).data;
  return once(changing, { id, signal, send: cancel, isDone: ({ status }) => status === 'CANCELLED' });
}

/** Starts a delayed session now. One that is not delayed is no conflict if an earlier try may have started it. */
export async function startSession(changing: Changing, id: string, signal?: AbortSignal): Promise<Session> {
  const start = async (): Promise<Session> =>
    (await changing.call('POST /v1/sessions/{id}/start', { path: { id } }, { signal })).data;
  return once(changing, { id, signal, send: start, isDone: ({ waitingFor }) => waitingFor !== 'delay' });
}

interface Change {
  id: string;
  signal: AbortSignal | undefined;
  send: () => Promise<Session>;
  /** Returns true if the session shows that the change was carried out. */
  isDone: (session: Session) => boolean;
}

/**
 * Carries out a change that has no idempotency key. If an answer is missing, it reads the session before it sends the
 * request again.
 */
async function once({ call, maxRetries }: Changing, { id, signal, send, isDone }: Change): Promise<Session> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isUnknown(error)) throw error;
      const now = await read(call, id, signal);
      if (isDone(now)) return now;
      const waitMs = pauseBeforeNextTry(error, tried, 'repeatable', Math.random());
      if (waitMs === null || tried > maxRetries) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Returns true if the failed request may have been carried out. */
function isUnknown(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.httpStatus === 408 || error.httpStatus >= 500);
}

async function read(call: CallRoute, id: string, signal: AbortSignal | undefined): Promise<Session> {
  return (await call('GET /v1/sessions/{id}', { path: { id } }, { signal })).data;
}
