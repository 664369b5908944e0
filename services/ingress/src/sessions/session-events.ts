import { isTerminal } from '@workflow/workflow-model';
import { defineRoute } from '../http/define-route.ts';
import type { EventStream, StreamEvent } from './event-stream.ts';
import type { WatchedText } from './text-watch.ts';
import { sessionNotFound } from '../errors/required.ts';
import { eventsHeaders, eventsResponse, sessionParams } from './session-route-schemas.ts';

export const sessionEvents = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}/events',
  summary: 'Watch a session',
  description:
    'Server-sent events: `session` has the session and `steps` the list of its steps, complete each time, at first ' +
    'and after each change. `text` has words of an agent while its model generates them, with the `componentId` and ' +
    'the `turn`; `turn-restarted` reports that the words of a turn are void, because it begins again. ' +
    'The stream ends with the session. A client that reconnects with `Last-Event-ID` gets ' +
    'the changes since then, or 204 when the session ended and it has seen that. A session with large values is sent ' +
    'without them, with `"truncated": true` and the `url` where they are read.',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  headers: eventsHeaders,
  responses: {
    200: eventsResponse,
    204: { description: 'The session ended and the client has seen it.' },
    404: { description: 'No such session.' },
  },
  async handler(context, { params, message, onceAnswered }, caller) {
    onceAnswered(context.eventStreams.reserve(caller.organizationId));
    const mark = await context.marks.read(caller.organizationId, params.id);
    if (mark === undefined) throw sessionNotFound(params.id);
    let seen = message.headers['last-event-id'];
    const isReconnected = seen !== undefined;
    if (seen !== undefined && seen === mark.mark && isTerminal(mark.status)) return { status: 204 };
    return {
      status: 200,
      stream: (response) => {
        let unwatch = (): void => undefined;
        const stream = context.eventStreams.open(response, caller.organizationId, () => {
          unwatch();
          text.stop();
        });
        const text = context.textWatch.watch({
          organizationId: caller.organizationId,
          sessionId: mark.sessionId,
          reader: stream,
          isReconnected,
        });
        unwatch = context.watch.watch(caller.organizationId, mark.sessionId, {
          get isReady() {
            return stream.isReady;
          },
          send(state) {
            if (state.mark === seen) return;
            seen = state.mark;
            if (state.isTerminal) void endWith(stream, state.events, text);
            else for (const event of state.events) stream.send(event);
          },
        });
      },
    };
  },
});

/** Ends the stream. The last text precedes the end of its session. */
async function endWith(stream: EventStream, events: readonly StreamEvent[], text: WatchedText): Promise<void> {
  await text.finish();
  for (const event of events) stream.send(event);
  stream.end();
}
