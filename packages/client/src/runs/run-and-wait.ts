import { hasEnded, type Session } from '../api.ts';
import { AbortError } from '../errors/client-errors.ts';
import { sessionEvents } from '../events/session-events.ts';
import { pause } from '../http/abort.ts';
import { requestPath } from '../http/request-path.ts';
import type { Transport } from '../http/transport.ts';
import type { Starts } from './resolve-start.ts';
import { startRun, type RunCall } from './start-run.ts';

/** As long as the service lets a request wait. */
const WAIT_SECONDS = 60;
const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 10_000;

/** Starts a run and waits for its end, however long it takes. */
export async function runAndWait(transport: Transport, starts: Starts, call: RunCall): Promise<Session> {
  const { signal } = call.options;
  const { sessionId, status } = await startRun(transport, starts, { ...call, waitSeconds: WAIT_SECONDS });
  // The answer tells the end without the session's version, times and run.
  return hasEnded(status) ? untilEnded(transport, sessionId, signal) : watchedUntilEnded(transport, sessionId, signal);
}

/**
 * The session once it has ended: by events, and where those cannot be had, by asking.
 * @throws ApiError, ConnectionError, AbortError
 */
export async function untilEnded(transport: Transport, id: string, signal?: AbortSignal): Promise<Session> {
  const session = await readSession(transport, id, signal);
  return hasEnded(session.status) ? session : watchedUntilEnded(transport, id, signal);
}

/** The same of a session that has not ended yet, as far as is known. */
async function watchedUntilEnded(transport: Transport, id: string, signal: AbortSignal | undefined): Promise<Session> {
  const told = await toldEnd(transport, id, signal);
  if (told !== null) return told;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(LONGEST_POLL_MS, pauseMs * 2)) {
    const now = await readSession(transport, id, signal);
    if (hasEnded(now.status)) return now;
    await pause(pauseMs, signal);
  }
}

/** The session as the event of its end has it; null where it is too large for one, or events cannot be had. */
async function toldEnd(transport: Transport, id: string, signal: AbortSignal | undefined): Promise<Session | null> {
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
