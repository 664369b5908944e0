import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import type { AppContext } from '../../context.ts';
import { ApiError, invalidRequest } from '../../errors/api-error.ts';
import { answerError } from '../answers/answer.ts';
import type { Route } from '../define-route.ts';
import type { Exchange } from '../exchange.ts';
import { RequestTurn } from '../shares/request-turn.ts';
import { startAnswerDeadline } from './answer-deadline.ts';
import { arrivalOf } from './arrival.ts';
import { authenticate } from './authenticate.ts';
import { authenticateOperator } from './authenticate-operator.ts';
import { keepToBoundWorkflows } from './bound-workflows.ts';
import type { Call } from './call.ts';
import { makeRequestChecks } from './check-request.ts';
import { endWhenRevoked } from './end-when-revoked.ts';
import { toRouteRequest } from './route-request.ts';
import { sendReply } from './send-reply.ts';

type RouteRunner = (request: Request, response: ServerResponse, exchange: Exchange) => Promise<void>;

/**
 * Runs a route. The order of checks is: caller, path, query, the body's type, size, JSON and shape. Then the handler
 * runs. Never rejects.
 */
export function makeRouteRunner(context: AppContext, route: Route): RouteRunner {
  const { security } = route;
  const checks = makeRequestChecks(context, route);
  // Runs and deliveries have separate connections, and a body that the handler reads may take long to arrive.
  const takesTurns = security.kind === 'caller' && route.beforeMiddleware !== true && route.bodyTypes === undefined;
  const arrive = arrivalOf(context, route);

  async function reply(call: Call): Promise<void> {
    const { request, response, exchange, turn } = call;
    await arrive(call);
    const deadline = startAnswerDeadline(context, response);
    if (security.kind === 'operator') authenticateOperator(context, request);
    const caller = security.kind === 'caller' ? await authenticate(context, request, security) : null;
    if (caller !== null) {
      exchange.organizationId = caller.organizationId;
      turn.leave();
      await keepToBoundWorkflows(context, route, request.params, caller);
    }
    deadline.pause();
    // The deadline may have answered while the caller was looked up.
    if (response.headersSent) return;
    const input = await checks.check(request, response);
    if (takesTurns && caller !== null) await turn.enter(context.requestShares, caller.organizationId);
    deadline.resume();
    const checked = toRouteRequest(context, call, input, { maxBodyBytes: checks.maxBodyBytes, deadline });
    const made = await route.handler(context, checked, caller as never);
    // The deadline may have answered already. If the client has disconnected, no further `close` event is emitted.
    if (response.headersSent || response.destroyed) return;
    if (made.stream === undefined) await sendReply(context, call, made, deadline);
    else if (request.method === 'HEAD')
      response.writeHead(made.status, { 'Content-Type': 'text/event-stream; charset=utf-8' }).end();
    else {
      requireOwnTurn(response);
      exchange.kind = 'stream';
      made.stream(response);
      if (security.kind === 'caller' && caller !== null)
        endWhenRevoked(response, caller, () => authenticate(context, request, security));
    }
  }

  return async (request, response, exchange) => {
    const turn = new RequestTurn();
    let failure: unknown;
    try {
      await reply({ request, response, exchange, turn });
      return;
    } catch (error) {
      failure = error;
    } finally {
      // The turn ends before the client has read the answer, because a slow client must not hold it.
      turn.leave();
    }
    // The answer is sent within the time for an answer, but at a random time.
    if (failure instanceof ApiError && failure.answeredLate)
      await pause(context.config.http.answerTimeoutMs * (0.5 + 0.4 * Math.random()));
    answerError(response, failure);
  };
}

/**
 * Refuses a stream whose response waits behind an earlier one of its connection. Nobody reads it meanwhile, and nothing
 * limits how long its events wait.
 * @throws ApiError INVALID_REQUEST
 */
function requireOwnTurn({ socket }: ServerResponse): void {
  // Node.js assigns the connection to a response when the earlier responses have ended.
  if (socket !== null) return;
  throw invalidRequest(['a stream must be requested after the answers to earlier requests of its connection']);
}
