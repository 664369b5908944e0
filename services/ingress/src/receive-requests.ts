import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { AppContext } from './context.ts';
import { ApiError } from './errors/api-error.ts';
import { mcpClientPages } from './http/addresses/mcp-client-pages.ts';
import { answerCors } from './http/answers/answer-cors.ts';
import { answerError } from './http/answers/answer.ts';
import { limitUnreadChunks } from './http/bodies/limit-chunks.ts';
import { exchangeOf } from './http/exchange.ts';
import { limitPipelinedRequests } from './http/server/limit-pipelined-requests.ts';
import { observeRequest } from './http/telemetry/observe-request.ts';
import { nameRequest } from './http/telemetry/request-id.ts';

/**
 * Handles every request before its route: the limit of its connection, its id, CORS, and the rule of a single `Host`
 * (RFC 9112 §3.2).
 */
export function receiveRequests(context: AppContext, app: RequestListener): RequestListener {
  const { corsOrigins } = context.config.http;
  // Code may write after the end of its answer. Without a listener, that would end this process.
  const onLateWrite = (err: Error): void =>
    context.log.error({ err }, 'A handler wrote to a response that had already ended');
  return (request, response) => {
    response.on('error', onLateWrite);
    const admission = limitPipelinedRequests(request, response);
    if (admission === 'dropped') return;
    limitUnreadChunks(request, response);
    nameRequest(request, response);
    if (admission === 'refused') {
      observeRequest(context, request, response, 'none');
      answerError(response, new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' } }));
    } else if (answerCors(corsOrigins, mcpClientPages(request.url), request, response))
      observeRequest(context, request, response, 'preflight');
    else if (hasOneHost(request)) runAs(new RequestOwner(request, response), () => app(request, response));
    else {
      observeRequest(context, request, response, 'none');
      answerError(response, new ApiError('BAD_HTTP'));
    }
  };
}

/**
 * The owner of the turns in which a request is served. Its route and organization are set later. An object literal with
 * these getters would keep every request in memory until the next full collection
 * (docs/decisions/0082-memory-of-a-busy-service.md).
 */
class RequestOwner implements TurnOwner {
  readonly kind = 'route';
  readonly #method: string;
  readonly #response: ServerResponse;

  constructor({ method = '' }: IncomingMessage, response: ServerResponse) {
    this.#method = method;
    this.#response = response;
  }

  get name(): string {
    return `${this.#method} ${exchangeOf(this.#response)?.route ?? 'none'}`;
  }

  get organizationId(): string | null {
    return exchangeOf(this.#response)?.organizationId ?? null;
  }
}

/** Returns true if there is one `Host`. Node.js stores only the first of several in `headers`. */
function hasOneHost({ headers, httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}
