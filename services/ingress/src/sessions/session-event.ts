import type { SentSession } from '@workflow/session-store';
import { eventBytes, type StreamEvent } from './event-stream.ts';

/** Returns a `session` event. If the values are left out, it states that, and where they can be read. */
export function sessionEvent(id: string, session: SentSession): StreamEvent {
  const { truncated, ...view } = session;
  const withoutValues = {
    ...view,
    placeholderValues: {},
    output: null,
    truncated: true,
    url: `/v1/sessions/${session.id}`,
  };
  const small = eventBytes('session', id, withoutValues);
  return truncated === true ? { bytes: small, small } : { bytes: eventBytes('session', id, view), small };
}
