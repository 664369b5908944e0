import { logRarely, type Logger } from '@workflow/service-runtime';
import { readSentResponse, type SessionStore } from '@workflow/session-store';
import { readSentOutcome } from '@workflow/workflow-model';
import { SessionWaits } from './session-waits.ts';

interface SessionWaitLimits {
  maxSessionWaits: number;
  maxSessionWaitsPerOrganization: number;
}

/** Opens the waits for ends of sessions and for responses to senders of deliveries. */
export function openSessionWaits({ sessions }: SessionStore, config: SessionWaitLimits, log: Logger) {
  const limits = { limit: config.maxSessionWaits, limitPerOrganization: config.maxSessionWaitsPerOrganization };
  return {
    waits: new SessionWaits({
      ...limits,
      queries: sessions.queries,
      readSent: (id, outcome) => withId(id, readSentOutcome(outcome)),
      onError: logRarely(log, 'Could not read ends of sessions'),
    }),
    responseWaits: new SessionWaits({
      ...limits,
      queries: { ended: sessions.responses },
      readSent: (id, outcome) => withId(id, readSentResponse(outcome)),
      onError: logRarely(log, 'Could not read responses of sessions'),
    }),
  };
}

/** Returns the content of a notification with the session's id, or null if it has none of this kind. */
function withId<Sent extends object>(id: string, sent: Sent | null): (Sent & { id: string }) | null {
  return sent === null ? null : { id, ...sent };
}
