import { hasEnded, type Session } from '../api.ts';
import { AbortError } from '../errors/client-errors.ts';
import { sessionEvents } from '../events/session-events.ts';
import { pause } from '../http/abort.ts';
import { requestPath } from '../http/request-path.ts';
import type { Transport } from '../http/transport.ts';
import type { Starts } from './resolve-start.ts';
import { startRun, type RunCall } from './start-run.ts';

/** The longest wait that the service allows for a request. */
const WAIT_SECONDS = 60;
const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 10_000;

/** Starts a run and waits for its end, however long it takes. */
export async function runAndWait(transport: Transport, starts: Starts, call: RunCall): Promise<Session> {
  const { signal } = call.options;
  const { sessionId, status } = await startRun(transport, starts, { ...call, waitSeconds: WAIT_SECONDS });
  // The answer with the end lacks the session's version, times and run.
  return hasEnded(status) ? untilEnded(transport, sessionId, signal) : watchedUntilEnded(transport, sessionId, signal);
}

/**
 * Returns the session when it has ended. It listens to events, and polls if there are none.
 * @throws ApiError, ConnectionError, AbortError
 */
export async function untilEnded(transport: Transport, id: string, signal?: AbortSignal): Promise<Session> {
  const session = await readSession(transport, id, signal);
  return hasEnded(session.status) ? session : watchedUntilEnded(transport, id, signal);
}

/** Returns the session when it has ended. Used for a session that was running a moment ago. */
async function watchedUntilEnded(transport: Transport, id: string, signal: AbortSignal | undefined): Promise<Session> {
  const ended = await endFromEvents(transport, id, signal);
  if (ended !== null) return ended;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 2)) {
    const now = await readSession(transport, id, signal);
    if (hasEnded(now.status)) return now;
    await pause(pauseMs, signal);
  }
}

/**
 * Returns the session from the event of its end, or null if it is too large for an event or events are not available.
 */
async function endFromEvents(
  transport: Transport,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Session | null> {
  try {
    for await (const event of sessionEvents(transport, id, signal)) {
      if (event.type !== 'session' || !hasEnded(event.session.status)) continue;
      return event.session.truncated === true ? null : event.session;
    }
  } catch (error) {
    if (error instanceof AbortError) throw error;
  }
  return null;
}

async function readSession(transport: Transport, id: string, signal: AbortSignal | undefined): Promise<Session> {
  const path = requestPath('/v1/sessions/{id}', { id });
  return (await transport.json({ method: 'GET', path, repeat: 'repeatable', signal })) as Session;
}
