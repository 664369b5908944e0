import { defineRoute } from '../http/define-route.ts';
import { readSessionFilter, sessionFilterProperties, type SentSessionFilter } from './list-sessions.ts';

/** Newest sessions that are sent again to a client that reconnects. */
const CATCH_UP_LIMIT = 200;

export const sessionListEvents = defineRoute<unknown, SentSessionFilter>({
  method: 'GET',
  path: '/v1/sessions/events',
  operationId: 'sessionListEvents',
  summary: 'Watch the list of sessions',
  description:
    'Server-sent events: a `session` event for each session of the list that is new or changed from now on. A ' +
    'client that reconnects with `Last-Event-ID` first gets the newest sessions that changed since then.',
  tags: ['Sessions'],
  security: { kind: 'caller', scope: 'read' },
  query: { type: 'object', additionalProperties: false, properties: { ...sessionFilterProperties } },
  headers: {
    type: 'object',
    properties: { 'Last-Event-ID': { type: 'string', description: 'Id of the last event received.' } },
  },
  responses: { 200: { description: 'The events.', contentType: 'text/event-stream', schema: { type: 'string' } } },
  async handler(context, { query, message, onceAnswered }, { organizationId }) {
    const filter = readSessionFilter(query);
    onceAnswered(context.eventStreams.reserve(organizationId));
    const since = Number(message.headers['last-event-id'] ?? Number.NaN);
    const missed = Number.isNaN(since)
      ? []
      : (await context.store.sessions.queries.list(organizationId, filter, { limit: CATCH_UP_LIMIT })).items;
    return {
      status: 200,
      stream: (response) => {
        let unwatch = (): void => undefined;
        const stream = context.eventStreams.open(response, () => unwatch());
        const send = (session: (typeof missed)[number]): void => stream.send('session', String(Date.now()), session);
        for (const session of missed.toReversed()) if (changedAt(session) >= since - CLOCK_SLACK_MS) send(session);
        unwatch = context.listWatch.watch(organizationId, filter, send);
      },
    };
  },
});

/**
 * Ids contain the time of the replica that made them, and clocks differ a little. Sending a session twice does no harm.
 */
const CLOCK_SLACK_MS = 3_000;

function changedAt(session: { createdAt: string; startedAt: string | null; finishedAt: string | null }): number {
  return Date.parse(session.finishedAt ?? session.startedAt ?? session.createdAt);
}
