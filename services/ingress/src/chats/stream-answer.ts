import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { EndedSession } from '@workflow/session-store';
import type { AppContext } from '../context.ts';
import { unnumberedEvent, type StreamEvent } from '../sessions/event-stream.ts';

interface AnsweredMessage {
  organizationId: string;
  sessionId: string;
  conversationId: string;
  /** True if the reader is not signed in as a member. */
  isPublic: boolean;
}

/** A wait for the end is repeated after this time, because its notification may be lost. */
const WAIT_MS = 60_000;
/** The longest time of a public stream. Its reader then reads the conversation, as after a lost connection. */
const MAX_PUBLIC_MS = 10 * 60_000;
/** The pause between two checks if no more callers may wait. */
const LOOK_MS = 1_000;

/**
 * Streams the text of the session's agents, and its end. If the visitor disconnects, the session continues and the
 * conversation can be read later.
 */
export async function streamAnswer(
  context: AppContext,
  response: ServerResponse,
  { organizationId, sessionId, conversationId, isPublic }: AnsweredMessage,
): Promise<void> {
  const closed = new AbortController();
  const stream = context.eventStreams.open(response, organizationId, () => closed.abort());
  stream.send(unnumberedEvent('session', { sessionId, conversationId }));
  const text = context.textWatch.watch({ organizationId, sessionId, reader: stream, isReconnected: false });
  try {
    const ended = await untilEnded(context, { organizationId, sessionId, isPublic }, closed.signal);
    await text.finish();
    if (ended !== null) stream.send(doneEvent(ended, conversationId, context.config.watches.maxStreamEventBytes));
  } catch (error) {
    context.log.warn({ err: error, sessionId }, 'Could not wait for the end of a chat message');
  } finally {
    text.stop();
    stream.end();
  }
}

/**
 * Resolves to null if the visitor left, or the session was deleted. A public stream also ends when it is open for
 * long, or the session waits, which may take days.
 */
async function untilEnded(
  { waits, store }: AppContext,
  { organizationId, sessionId, isPublic }: Omit<AnsweredMessage, 'conversationId'>,
  signal: AbortSignal,
): Promise<EndedSession | null> {
  const endsAt = isPublic ? performance.now() + MAX_PUBLIC_MS : Infinity;
  while (!signal.aborted && performance.now() < endsAt) {
    const ended = await waits.wait(organizationId, sessionId, WAIT_MS, signal);
    if (ended !== null) return ended;
    const [found] = await store.sessions.queries.ended([sessionId]);
    if (found !== undefined) return found;
    const [now] = await store.sessions.queries.marks([sessionId]);
    if (now === undefined || (isPublic && now.status === 'WAITING')) return null;
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

/** Returns the event of the end. A large output is left out, because the conversation has it. */
function doneEvent({ id, status, output }: EndedSession, conversationId: string, maxBytes: number): StreamEvent {
  const done = { sessionId: id, conversationId, status };
  const small = unnumberedEvent('done', { ...done, output: null, truncated: true }).bytes;
  const { bytes } = unnumberedEvent('done', { ...done, output });
  return bytes.length > maxBytes ? { bytes: small, small } : { bytes, small };
}
