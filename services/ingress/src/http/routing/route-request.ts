import type { AppContext } from '../../context.ts';
import { readCountedBody } from '../bodies/read-counted-body.ts';
import { streamBody } from '../bodies/stream-body.ts';
import type { RouteRequest } from '../define-route.ts';
import { streamedRequests } from '../server/streamed-requests.ts';
import type { AnswerDeadline } from './answer-deadline.ts';
import { ownerOf, type Call } from './call.ts';
import type { CheckedInput } from './check-request.ts';

/** Makes the handler's input. */
export function toRouteRequest(
  context: AppContext,
  call: Call,
  { params, query, body, read }: CheckedInput,
  { maxBodyBytes, deadline }: { maxBodyBytes: number; deadline: AnswerDeadline },
): RouteRequest<never, never, never> {
  const { request, response, exchange, turn } = call;
  const checked: RouteRequest<unknown, unknown, unknown> = {
    params,
    query,
    body,
    rawBody: read.bytes,
    message: request,
    exchange,
    async readBody() {
      deadline.pause();
      turn.pause();
      const whole = await readCountedBody(context, request, response, maxBodyBytes);
      deadline.resume();
      await turn.resume();
      return whole;
    },
    async *streamBody({ heldBytes, maxBytes }) {
      deadline.pause();
      turn.leave();
      exchange.kind = 'stream';
      streamedRequests.add(request.socket);
      const { memory, progress } = context.bodies;
      const owner = ownerOf(call);
      try {
        yield* streamBody(request, response, { owner, heldBytes, maxBytes, memory, progress });
      } finally {
        streamedRequests.delete(request.socket);
        deadline.resume();
      }
    },
    enterOrganization: (organizationId) => turn.enter(context.requestShares, organizationId),
    leaveTurn: () => turn.leave(),
    onceAnswered(callback) {
      if (response.closed) callback();
      else response.once('close', callback);
    },
    expectWait(forMs) {
      exchange.kind = 'wait';
      read.release();
      turn.leave();
      deadline.extend(forMs);
    },
  };
  return checked as RouteRequest<never, never, never>;
}
