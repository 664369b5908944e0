import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import type { AppContext } from '../../context.ts';
import { ApiError } from '../../errors/api-error.ts';
import { answerError } from '../answers/answer.ts';
import type { Route } from '../define-route.ts';
import type { Exchange } from '../exchange.ts';
import { RequestTurn } from '../shares/request-turn.ts';
import { arrivalOf } from './arrival.ts';
import { authenticate } from './authenticate.ts';
import { authenticateOperator } from './authenticate-operator.ts';
import { keepToBoundWorkflows } from './bound-workflows.ts';
import type { Call } from './call.ts';
import { makeRequestChecks } from './check-request.ts';
import { endWhenRevoked } from './end-when-revoked.ts';
import { toRouteRequest } from './route-request.ts';
import { sendReply } from './send-reply.ts';

export type RouteRunner = (request: Request, response: ServerResponse, exchange: Exchange) => Promise<void>;

/** The order of checks: who asks, path, query, body's type, size, JSON, shape; then the handler. Never rejects. */
export function makeRouteRunner(context: AppContext, route: Route): RouteRunner {
  const { security } = route;
  const checks = makeRequestChecks(context, route);
  // Runs and deliveries have connections of their own, and a body that the handler reads may take long to arrive.
  const takesTurns = security.kind === 'caller' && route.beforeMiddleware !== true && route.bodyTypes === undefined;
  const arrive = arrivalOf(context, route);

  async function reply(call: Call): Promise<void> {
    const { request, response, exchange, turn } = call;
    await arrive(call);
    if (security.kind === 'operator') authenticateOperator(context, request);
    const caller = security.kind === 'caller' ? await authenticate(context, request, security) : null;
    if (caller !== null) exchange.organizationId = caller.organizationId;
    if (caller !== null) turn.leave();
    if (caller !== null) await keepToBoundWorkflows(context, route, request.params, caller);
    const input = await checks.check(request, response);
    if (takesTurns && caller !== null) await turn.enter(context.requestShares, caller.organizationId);
    const { checked, deadline } = toRouteRequest(context, call, input, checks.maxBodyBytes);
    const made = await route.handler(context, checked, caller as never);
    // The deadline may have answered already; for a client that has gone no further `close` event comes.
    if (response.headersSent || response.destroyed) return;
    if (made.stream === undefined) await sendReply(context, call, made, deadline);
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
    const turn = new RequestTurn();
    let failure: unknown;
    try {
      await reply({ request, response, exchange, turn });
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
