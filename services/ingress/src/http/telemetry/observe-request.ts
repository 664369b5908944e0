import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../../context.ts';
import { drainBody } from '../bodies/limit-chunks.ts';
import { setExchange, type Exchange } from '../exchange.ts';
import { requestIdOf } from './request-id.ts';
import { startRequestSpan } from './request-span.ts';

/** Logs the request in one line when it ends, and counts it. Returns the line's fields, to which handlers add. */
export function observeRequest(
  context: AppContext,
  request: IncomingMessage,
  response: ServerResponse,
  route: string,
): Exchange {
  const exchange: Exchange = { route, startedAt: performance.now(), kind: 'answer', requestId: requestIdOf(response) };
  setExchange(response, exchange);
  if (context.tracing !== null) startRequestSpan(context.tracing, exchange, request, response);
  if (context.draining) response.shouldKeepAlive = false;
  context.requestLog(request, response);
  response.once('close', () => {
    if (!request.complete && !request.destroyed) drainBody(request, response);
    const seconds = (performance.now() - exchange.startedAt) / 1_000;
    const series = { route: exchange.route, method: request.method ?? 'other', status: response.statusCode };
    context.metrics.requestEnded(series, seconds, exchange.kind);
  });
  return exchange;
}
