import { hasEnded, type Session, type Step } from '../api.ts';
import { ConnectionError } from '../errors/client-errors.ts';
import { pause, throwIfAborted } from '../http/abort.ts';
import { openResponse } from '../http/open-response.ts';
import { textParts } from '../http/read-text.ts';
import { requestPath, type QueryValues } from '../http/request-path.ts';
import { pauseBeforeNextTry } from '../http/retry-policy.ts';
import type { Call, Transport } from '../http/transport.ts';
import { EventParser, type ServerSentEvent } from './event-parser.ts';

/** A session. If it is too large for an event, its values are missing: `GET url` returns them. */
export type SentSession = Session & { truncated?: true; url?: string };

/** A change of a session: the whole session, or all of its steps. */
export type SessionEvent = { type: 'session'; session: SentSession } | { type: 'steps'; steps: Step[] };

/** The service sends data at least every 15 s. */
const LONGEST_SILENCE_MS = 45_000;
const RETRY_MS = 1_000;

/**
 * Yields the changes of one session until it ends. A stream that ends early is resumed (`Last-Event-ID`).
 * @throws ConnectionError, ApiError when the stream cannot be opened `maxRetries` times in a row; AbortError
 */
export async function* sessionEvents(
  transport: Transport,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<SessionEvent, void, void> {
  const path = requestPath('/v1/sessions/{id}/events', { id });
  for await (const event of serverSentEvents(transport, path, signal)) {
    if (event.type === 'steps') yield { type: 'steps', steps: JSON.parse(event.data) as Step[] };
    if (event.type !== 'session') continue;
    const session = JSON.parse(event.data) as SentSession;
    yield { type: 'session', session };
    if (hasEnded(session.status)) return;
  }
}

/** Yields the sessions of a list that start or change from now on, without an end. */
export async function* sessionListEvents(
  transport: Transport,
  filter: QueryValues,
  signal?: AbortSignal,
): AsyncGenerator<SentSession, void, void> {
  for await (const event of serverSentEvents(transport, requestPath('/v1/sessions/events', {}, filter), signal))
    if (event.type === 'session') yield JSON.parse(event.data) as SentSession;
}

/** Yields events over as many connections as needed. Ends when the service reports that no more will follow (204). */
async function* serverSentEvents(
  transport: Transport,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent, void, void> {
  const { maxRetries } = transport.options;
  let lastId = '';
  let retryMs = RETRY_MS;
  let failures = 0;
  for (;;) {
    const call: Call = {
      method: 'GET',
      path,
      headers: { accept: 'text/event-stream', ...(lastId !== '' && { 'last-event-id': lastId }) },
      repeat: 'repeatable',
      signal,
      timeoutMs: Math.max(transport.options.timeoutMs, LONGEST_SILENCE_MS),
    };
    try {
      for await (const { event, retryMs: asked } of eventsOf(transport, call)) {
        if (event === null) return;
        throwIfAborted(signal);
        failures = 0;
        retryMs = asked ?? retryMs;
        yield event;
        // Events of one state share an id, and `session` is the last of them.
        if (event.type === 'session') lastId = event.id;
      }
      failures += 1;
      if (failures > maxRetries) throw new ConnectionError('The stream of events ended again and again');
      await pause(retryMs * Math.random(), signal);
    } catch (error) {
      failures += 1;
      const waitMs = pauseBeforeNextTry(error, failures, 'repeatable', Math.random());
      if (waitMs === null || failures > maxRetries) throw error;
      await pause(waitMs, signal);
    }
  }
}

interface Received {
  /** Null if no more events will follow. */
  event: ServerSentEvent | null;
  retryMs: number | null;
}

/** Yields the events of one connection. */
async function* eventsOf(transport: Transport, call: Call): AsyncGenerator<Received, void, void> {
  const { response, reading, close } = await openResponse(transport, call);
  try {
    if (response.status === 204) {
      yield { event: null, retryMs: null };
      return;
    }
    const parser = new EventParser();
    for await (const text of textParts(response, reading))
      for (const event of parser.read(text)) yield { event, retryMs: parser.retryMs };
  } finally {
    close();
  }
}
