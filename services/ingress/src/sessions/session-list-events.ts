import { invalidRequest } from '../errors/api-error.ts';
import { workflowsOf } from '../http/caller.ts';
import { defineRoute } from '../http/define-route.ts';
import { readSessionFilter, sessionFilterProperties } from './list-sessions.ts';
import { MAX_UNSENT_SESSIONS } from './session-list-watch.ts';
import { eventsHeaders, eventsResponse } from './session-route-schemas.ts';

export const sessionListEvents = defineRoute({
  method: 'GET',
  path: '/v1/sessions/events',
  summary: 'Watch the list of sessions',
  description:
    'Server-sent events: a `session` event for each session of the list that is new or changed from now on. A ' +
    'client that reconnects with `Last-Event-ID` first gets the newest sessions that changed since then. A session ' +
    'with large values is sent without them, with `"truncated": true` and the `url` where they are read.',
  security: { kind: 'caller', scope: 'read', forBoundKeys: true },
  query: { type: 'object', additionalProperties: false, properties: { ...sessionFilterProperties } },
  headers: eventsHeaders,
  responses: { 200: eventsResponse },
  async handler(context, { query, message, onceAnswered }, caller) {
    const { organizationId } = caller;
    const filter = readSessionFilter(query);
    const only = workflowsOf(caller);
    if (only !== null) filter.workflowId = oneOf(only, filter.workflowId);
    onceAnswered(context.eventStreams.reserve(organizationId));
    const since = Number(message.headers['last-event-id'] ?? Number.NaN);
    const newest = Number.isNaN(since)
      ? []
      : await context.store.sessions.queries.listStates(organizationId, filter, MAX_UNSENT_SESSIONS);
    const missed = newest
      .toReversed()
      .filter(({ changedAtMs }) => changedAtMs >= since - CLOCK_SLACK_MS)
      .map(({ id, changedAtMs }) => [id, Math.floor(changedAtMs)] as const);
    return {
      status: 200,
      stream: (response) => {
        let unwatch = (): void => undefined;
        const stream = context.eventStreams.open(response, organizationId, () => unwatch());
        unwatch = context.listWatch.watch(organizationId, filter, stream, new Map(missed));
      },
    };
  },
});

/**
 * Returns the workflow that a restricted key watches.
 * @throws ApiError INVALID_REQUEST if it must be named, or is another one
 */
function oneOf(only: readonly string[], workflowId = only.length === 1 ? only[0] : undefined): string {
  if (workflowId !== undefined && only.includes(workflowId.toLowerCase())) return workflowId;
  throw invalidRequest(['workflowId must be one of the workflows that the API key is bound to']);
}

/**
 * Ids contain the time of the replica that created them, and clocks differ a little. Sending a session twice is
 * harmless.
 */
const CLOCK_SLACK_MS = 3_000;
