import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import { exchangeOf, setExchange } from './exchange.ts';

/** Sees to it that a request ends in one log line and in the metrics. */
export function observeRequest(context: AppContext, request: IncomingMessage, response: ServerResponse, route: string): void {
  setExchange(response, { route, startedAt: performance.now() });
  if (context.draining) response.shouldKeepAlive = false;
  context.requestLog(request, response);
  response.once('close', () => {
    const exchange = exchangeOf(response);
    if (exchange === undefined) return;
    context.metrics.requestEnded(exchange.route, response.statusCode, (performance.now() - exchange.startedAt) / 1000);
  });
}
