import type { BulkRequest, Operation, Session, SessionFilter, StartedOperation, Step } from '../api.ts';
import { sessionEvents, sessionListEvents, type SentSession, type SessionEvent } from '../events/session-events.ts';
import type { CallRoute } from '../http/operations.ts';
import { itemsOfPages } from '../http/pages.ts';
import type { Transport } from '../http/transport.ts';
import { untilEnded } from '../runs/run-and-wait.ts';
import { cancelSession, retrySession, startSession, type RetryOptions } from './change-session.ts';

/** Aborts a call with an AbortError. */
export interface Abortable {
  signal?: AbortSignal | undefined;
}

/** Operations on the sessions of the organization. */
export interface Sessions {
  /**
   * Yields sessions, newest first.
   *
   * @example
   * for await (const session of client.sessions.list({ status: ['FAILED'], createdAfter: '2026-01-01T00:00:00Z' })) {
   *   console.log(session.id, session.error?.message);
   * }
   */
  list(filter?: SessionFilter, options?: Abortable): AsyncIterable<Session>;

  /**
   * Returns a session. @throws NotFoundError
   *
   * @example
   * const { sessionId } = await client.run('Greet', { name: 'Ada' });
   * const { status } = await client.sessions.get(sessionId);
   * console.log(status);
   */
  get(id: string, options?: Abortable): Promise<Session>;

  /**
   * Yields the steps of a session in the order in which they began. Large values are cut unless `full` is true.
   *
   * @example
   * const { id } = await client.runAndWait('Greet', { name: 'Ada' });
   * for await (const step of client.sessions.steps(id)) console.log(step.componentId, step.status);
   */
  steps(id: string, options?: Abortable & { full?: boolean }): AsyncIterable<Step>;

  /**
   * Yields the changes of a session until it ends. It reconnects when a connection is lost.
   *
   * @example
   * const { sessionId } = await client.run('Greet', { name: 'Ada' });
   * for await (const event of client.sessions.events(sessionId)) {
   *   if (event.type === 'session') console.log(event.session.status);
   *   else console.log(`${event.steps.length} steps`);
   * }
   */
  events(id: string, options?: Abortable): AsyncIterable<SessionEvent>;

  /**
   * Yields sessions that start or change from now on, without an end.
   *
   * @example
   * const stop = new AbortController();
   * setTimeout(() => stop.abort(), 200);
   * try {
   *   for await (const session of client.sessions.watch({ status: ['FAILED'] }, { signal: stop.signal })) {
   *     console.log(session.id, session.status);
   *   }
   * } catch (error) {
   *   if (error.name !== 'AbortError') throw error;
   * }
   */
  watch(filter?: Omit<SessionFilter, 'limit'>, options?: Abortable): AsyncIterable<SentSession>;

  /**
   * Returns the session when it has ended, however long that takes.
   *
   * @example
   * const { sessionId } = await client.run('Greet', { name: 'Ada' });
   * const session = await client.sessions.wait(sessionId);
   * console.log(session.status, session.output);
   */
  wait(id: string, options?: Abortable): Promise<Session>;

  /**
   * Cancels a session and its children, once even if the request is sent several times.
   * @throws ConflictError when the session has ended
   *
   * @example
   * import { ConflictError } from '@workflow/client';
   *
   * const { sessionId } = await client.run('Greet', { name: 'Ada' });
   * try {
   *   await client.sessions.cancel(sessionId);
   * } catch (error) {
   *   if (!(error instanceof ConflictError)) throw error;
   *   console.log('it had ended');
   * }
   */
  cancel(id: string, options?: Abortable): Promise<Session>;

  /**
   * Starts a delayed session now.
   * @throws ConflictError when the session is not delayed
   *
   * @example
   * const { sessionId } = await client.run('Greet', { name: 'Ada' }, { startAfterSeconds: 3_600 });
   * const { startsAt } = await client.sessions.start(sessionId);
   * console.log(`starts at ${startsAt}`);
   */
  start(id: string, options?: Abortable): Promise<Session>;

  /**
   * Runs a failed or cancelled session again, once even if the request is sent several times.
   * @throws ConflictError when the session has not ended or has succeeded
   *
   * @example
   * for await (const { id } of client.sessions.list({ status: ['FAILED'], limit: 10 })) {
   *   await client.sessions.retry(id, { from: 'start' });
   *   break;
   * }
   */
  retry(id: string, options?: RetryOptions): Promise<Session>;

  /**
   * Starts to cancel or retry all sessions of a filter. `dryRun` only counts them. A request without an answer is not
   * sent again unless it only counts.
   *
   * @example
   * const filter = { status: ['FAILED'], createdAfter: '2026-01-01T00:00:00Z' };
   * const { matched } = await client.sessions.bulk({ action: 'retry', filter, dryRun: true });
   * console.log(`${matched} sessions`);
   */
  bulk(request: BulkRequest, options?: Abortable): Promise<StartedOperation>;

  /**
   * Returns the progress of a bulk operation.
   *
   * @example
   * const filter = { status: ['WAITING'] };
   * const { operationId } = await client.sessions.bulk({ action: 'cancel', filter });
   * const { status, done, matched } = await client.sessions.operation(operationId);
   * console.log(status, `${done} of ${matched}`);
   */
  operation(id: string, options?: Abortable): Promise<Operation>;
}

/** Returns the operations on sessions. */
export function openSessions(transport: Transport, call: CallRoute): Sessions {
  const changing = { call, maxRetries: transport.options.maxRetries };
  return {
    list: (filter = {}, { signal } = {}) =>
      itemsOfPages(signal, async (cursor) => {
        const query = { ...filter, ...(cursor !== undefined && { cursor }) };
        return (await call('GET /v1/sessions', { query }, { signal })).data;
      }),
    get: async (id, { signal } = {}) => (await call('GET /v1/sessions/{id}', { path: { id } }, { signal })).data,
    steps: (id, { signal, full } = {}) =>
      itemsOfPages(signal, async (cursor) => {
        const query = { ...(full !== undefined && { full }), ...(cursor !== undefined && { cursor }) };
        return (await call('GET /v1/sessions/{id}/steps', { path: { id }, query }, { signal })).data;
      }),
    events: (id, { signal } = {}) => sessionEvents(transport, id, signal),
    watch: (filter = {}, { signal } = {}) => sessionListEvents(transport, filter, signal),
    wait: (id, { signal } = {}) => untilEnded(transport, id, signal),
    cancel: (id, { signal } = {}) => cancelSession(changing, id, signal),
    start: (id, { signal } = {}) => startSession(changing, id, signal),
    retry: (id, options = {}) => retrySession(changing, id, options),
    bulk: async (request, { signal } = {}) => {
      const repeat = request.dryRun === true ? 'repeatable' : 'unless-unknown';
      return (await call('POST /v1/sessions/bulk', { body: request }, { signal, repeat })).data;
    },
    operation: async (id, { signal } = {}) =>
      (await call('GET /v1/operations/{id}', { path: { id } }, { signal })).data,
  };
}
