import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext } from '../context.ts';
import { exchangeOf, setExchange } from './exchange.ts';

/**
 * Sees to it that a request ends in one log line and in the metrics. The line has the path without its query:
 * a webhook's token may stand there (spec §5.2).
 */
export function observeRequest(context: AppContext, request: IncomingMessage, response: ServerResponse, route: string): void {
  setExchange(response, { route, startedAt: performance.now() });
  if (context.draining) response.shouldKeepAlive = false;
  response.once('close', () => report(context, request, response));
}

function report(context: AppContext, request: IncomingMessage, response: ServerResponse): void {
  const exchange = exchangeOf(response);
  if (exchange === undefined) return;
  const tookMs = performance.now() - exchange.startedAt;
  const status = response.statusCode;
  context.metrics.requestEnded(exchange.route, status, tookMs / 1000);
  const line: Record<string, unknown> = {
    method: request.method,
    path: pathOf(request),
    status,
    tookMs: Math.round(tookMs * 10) / 10,
  };
  if (exchange.organizationId !== undefined) line['organizationId'] = exchange.organizationId;
  if (exchange.sessionId !== undefined) line['sessionId'] = exchange.sessionId;
  if (!response.writableFinished) line['aborted'] = true;
  if (exchange.errorId === undefined) return context.log.info(line, 'request');
  line['errorId'] = exchange.errorId;
  line['code'] = exchange.code;
  if (exchange.cause === undefined) return context.log.info(line, 'request');
  line['err'] = exchange.cause;
  context.log.error(line, 'request failed');
}

/** Longest path that is logged: a sender's noise must not fill the log. */
const MAX_LOGGED_PATH = 300;

/** Express shortens `url` within mounted routers; `originalUrl` is what came. */
function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const url = request.originalUrl ?? request.url ?? '';
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path;
}
