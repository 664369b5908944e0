import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import { answerError, answerJsonText, answerText } from '../answers/answer.ts';
import { answerDownload } from '../answers/answer-download.ts';
import { answerFile } from '../answers/answer-file.ts';
import { startAnswerDeadline } from './answer-deadline.ts';
import { authenticate } from './authenticate.ts';
import { keepToBoundWorkflows } from './bound-workflows.ts';
import { authenticateOperator } from './authenticate-operator.ts';
import { makeRequestChecks, type CheckedInput } from './check-request.ts';
import type { Route, RouteReply, RouteRequest } from '../define-route.ts';
import { endWhenRevoked } from './end-when-revoked.ts';
import type { Exchange } from '../exchange.ts';
import { readCountedBody } from '../bodies/read-counted-body.ts';
import { streamBody } from '../bodies/stream-body.ts';
import { streamedRequests } from '../server/streamed-requests.ts';
import { stringifyInTurns } from '../answers/stringify-in-turns.ts';

export type RouteRunner = (request: Request, response: ServerResponse, exchange: Exchange) => Promise<void>;

const NO_TURN = (): void => undefined;

/** What a request occupies until its answer is made. */
interface Turn {
  leave(): void;
}

/** A request on its way from Express to the handler. */
interface Call {
  request: Request;
  response: ServerResponse;
  exchange: Exchange;
}

/** The order of checks: who asks, path, query, body's type, size, JSON, shape; then the handler. Never rejects. */
export function makeRouteRunner(context: AppContext, route: Route): RouteRunner {
  const { security } = route;
  const checks = makeRequestChecks(context, route);
  // Runs and deliveries have connections of their own, and a body that the handler reads may take long to arrive.
  const takesTurns = security.kind === 'caller' && route.beforeMiddleware !== true && route.bodyTypes === undefined;

  const isPaced = security.kind === 'public' && route.isProbe !== true;

  async function reply(call: Call, turn: Turn): Promise<void> {
    const { request, response, exchange } = call;
    if (isPaced) await context.publicPace.wait();
    if (security.kind === 'operator') authenticateOperator(context, request);
    const caller = security.kind === 'caller' ? await authenticate(context, request, security) : null;
    if (caller !== null) exchange.organizationId = caller.organizationId;
    if (caller !== null) await keepToBoundWorkflows(context, route, request.params, caller);
    const input = await checks.check(request, response);
    if (takesTurns && caller !== null) turn.leave = await context.requestShares.enter(caller.organizationId);
    const checked = toRouteRequest(context, call, input, checks.maxBodyBytes);
    const made = await route.handler(context, checked, caller as never);
    // The deadline may have answered already; for a client that has gone no further `close` event comes.
    if (response.headersSent || response.destroyed) return;
    if (made.file !== undefined) answerFile(request, response, made.file);
    else if (made.download !== undefined) {
      context.unsent.hold(response, exchange.organizationId ?? '', made.download.heldBytes);
      await answerDownload(response, made.download);
    } else if (made.stream === undefined) await answer(context, response, made, exchange.organizationId ?? '');
    else if (request.method === 'HEAD')
      response.writeHead(made.status, { 'Content-Type': 'text/event-stream; charset=utf-8' }).end();
    else {
      exchange.kind = 'stream';
      made.stream(response);
      if (security.kind === 'caller' && caller !== null)
        endWhenRevoked(response, caller, () => authenticate(context, request, security));
    }
  }

  return async (request, response, exchange) => {
    const turn: Turn = { leave: NO_TURN };
    let failure: unknown;
    try {
      await reply({ request, response, exchange }, turn);
      return;
    } catch (error) {
      failure = error;
    } finally {
      // Not when the client has read the answer: a slow client must not keep the turn.
      turn.leave();
    }
    // Within the time for an answer, and not all at once.
    if (failure instanceof ApiError && failure.answeredLate)
      await pause(context.config.http.answerTimeoutMs * (0.5 + 0.4 * Math.random()));
    answerError(response, failure);
  };
}

/** Makes the handler's input. From here on the deadline of the answer runs. */
function toRouteRequest(
  context: AppContext,
  { request, response, exchange }: Call,
  { query, body, read }: CheckedInput,
  maxBodyBytes: number,
): RouteRequest<never, never, never> {
  const deadline = startAnswerDeadline(context, response);
  const checked: RouteRequest<unknown, unknown, unknown> = {
    params: request.params,
    query,
    body,
    rawBody: read.bytes,
    message: request,
    exchange,
    async readBody() {
      deadline.pause();
      const whole = await readCountedBody(context, request, response, maxBodyBytes);
      deadline.extend(0);
      return whole;
    },
    async *streamBody({ heldBytes, maxBytes }) {
      deadline.pause();
      exchange.kind = 'stream';
      streamedRequests.add(request.socket);
      const { memory, progress } = context.bodies;
      const owner = exchange.organizationId ?? '';
      try {
        yield* streamBody(request, response, { owner, heldBytes, maxBytes, memory, progress });
      } finally {
        streamedRequests.delete(request.socket);
        deadline.extend(0);
      }
    },
    onceAnswered(callback) {
      if (response.closed) callback();
      else response.once('close', callback);
    },
    expectWait(forMs) {
      exchange.kind = 'wait';
      read.release();
      deadline.extend(forMs);
    },
  };
  return checked as RouteRequest<never, never, never>;
}

async function answer(
  context: AppContext,
  response: ServerResponse,
  { body, ...reply }: RouteReply,
  organizationId: string,
): Promise<void> {
  const made = body === undefined ? reply : { ...reply, json: await stringifyInTurns(body) };
  context.unsent.hold(response, organizationId, (made.json ?? made.text ?? '').length);
  answerAtOnce(response, made);
}

function answerAtOnce(response: ServerResponse, reply: RouteReply): void {
  if (reply.json !== undefined) return answerJsonText(response, reply.status, reply.json, reply.headers);
  if (reply.text !== undefined) return answerText(response, { ...reply, text: reply.text });
  for (const name in reply.headers) response.setHeader(name, reply.headers[name] as string);
  response.statusCode = reply.status;
  response.end();
}
