import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@workflow/service-runtime';
import { readTraceContext, traceIdOf } from '@workflow/workflow-model';
import { pinoHttp, type HttpLogger } from 'pino-http';
import { exchangeOf } from '../exchange.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Creates the log with one line for each request, written when it ends. The line has the path without its query, which
 * may contain a webhook's token (contract §5.2), and none of the request's headers.
 */
export function createRequestLog(log: Logger): HttpLogger {
  return pinoHttp({
    logger: log,
    wrapSerializers: false,
    // pino-http would serialize the request when it arrives, whether or not the line needs it.
    serializers: { req: () => undefined },
    customLogLevel: (_request, response) => (exchangeOf(response)?.cause === undefined ? 'info' : 'error'),
    customSuccessObject: describeRequest,
    customErrorObject: describeRequest,
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
  });
}

function describeRequest(request: IncomingMessage, response: ServerResponse): Record<string, unknown> {
  const line: Record<string, unknown> = { method: request.method, path: pathOf(request), status: response.statusCode };
  const requestId = requestIdOf(response);
  if (requestId !== null) line['requestId'] = requestId;
  const exchange = exchangeOf(response);
  if (exchange !== undefined) {
    line['tookMs'] = Math.round((performance.now() - exchange.startedAt) * 10) / 10;
    if (exchange.organizationId !== undefined) line['organizationId'] = exchange.organizationId;
    if (exchange.sessionId !== undefined) line['sessionId'] = exchange.sessionId;
    const trace = exchange.span?.context ?? readTraceContext(request.headers);
    if (trace !== null) line['traceId'] = traceIdOf(trace);
    if (exchange.errorId !== undefined) line['errorId'] = exchange.errorId;
    if (exchange.code !== undefined) line['code'] = exchange.code;
    if (exchange.cause !== undefined) line['err'] = exchange.cause;
  }
  if (!response.writableFinished) line['aborted'] = true;
  return line;
}

/** Maximum length of a logged path, so that senders cannot fill the log. */
const MAX_LOGGED_PATH = 300;

/**
 * Matches an id in a path of the API or the console that permits something to everyone who has it: joining an
 * organization, reading a public conversation, letting a device sign in.
 */
const PERMITTING_ID = /(\/(?:invitations|conversations|device-sign-ins)\/)[^/]+/i;

/** Matches the URL of a question. Everyone who has it may answer the question. */
const ADDRESS = /^(\/(?:callbacks|approvals)\/)[^/]+/i;

/** Express shortens `url` within mounted routers. `originalUrl` is the requested one. */
export function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const url = request.originalUrl ?? request.url ?? '';
  const end = url.indexOf('?');
  const path = (end === -1 ? url : url.slice(0, end))
    .replace(PERMITTING_ID, '$1[redacted]')
    .replace(ADDRESS, '$1[redacted]');
  return path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path;
}
