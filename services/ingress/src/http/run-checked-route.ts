import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { AppContext } from '../context.ts';
import { ApiError, invalidRequest } from '../errors/api-error.ts';
import { answerError, answerJson } from './answer.ts';
import { startAnswerDeadline } from './answer-deadline.ts';
import { authenticate } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { compileInputCheck, readQuery, type InputCheck } from './check-input.ts';
import type { CheckedRoute, RouteReply, RouteRequest } from './define-route.ts';
import { endWhenRevoked } from './end-when-revoked.ts';
import { exchangeOf } from './exchange.ts';
import { isJsonContentType, parseJsonBody } from './parse-json-body.ts';
import { readBodyInTurn } from './read-body.ts';

export type RouteRunner = (request: Request, response: ServerResponse) => Promise<void>;

/** Who calls a public route. Its handler has no use for it. */
const NOBODY = { kind: 'api-key', organizationId: '', id: '', name: '', scopes: [] } as const satisfies Caller;

/** The order of checks: who asks, path, query, body's type, size, JSON, shape; then the handler. */
export function makeRouteRunner(context: AppContext, route: CheckedRoute): RouteRunner {
  const checkParams = route.params && compileInputCheck(route.params, 'the path');
  const checkQuery = route.query && compileInputCheck(route.query, 'the query');
  const checkBody = route.body && compileInputCheck(route.body, 'the body');

  async function prepare(request: Request, response: ServerResponse): Promise<[RouteRequest<never, never, never>, Caller]> {
    const caller = route.security.kind === 'caller' ? await authenticate(context, request, route.security) : NOBODY;
    const exchange = exchangeOf(response);
    if (exchange !== undefined && caller !== NOBODY) exchange.organizationId = caller.organizationId;
    const wrongParams = checkParams?.(request.params) ?? [];
    // An id that cannot be one names nothing.
    if (wrongParams.length > 0) throw route.paramsAreChosen === true ? invalidRequest(wrongParams) : new ApiError('NOT_FOUND');
    const query = route.query === undefined ? {} : readQuery(route.query, request.originalUrl);
    if (checkQuery !== undefined) refuse(checkQuery, query);
    const body = checkBody === undefined ? undefined : route.bodyOptional && isWithoutBody(request) ? {} : await readJson(context, request, response);
    if (checkBody !== undefined) refuse(checkBody, body);
    startAnswerDeadline(context, response);
    return [{ params: request.params as never, query: query as never, body: body as never, message: request }, caller];
  }

  return async (request, response) => {
    try {
      const [checked, caller] = await prepare(request, response);
      const reply = await route.handler(context, checked, caller);
      // The deadline may have answered already; whoever went away closes no stream any more.
      if (response.headersSent || response.destroyed) return;
      const { security } = route;
      if (reply.stream === undefined) answer(response, reply);
      else if (request.method === 'HEAD') response.writeHead(reply.status, { 'Content-Type': 'text/event-stream; charset=utf-8' }).end();
      else {
        reply.stream(response);
        if (security.kind === 'caller') endWhenRevoked(response, caller, () => authenticate(context, request, security));
      }
    } catch (error) {
      answerError(response, error);
    }
  };
}

/** RFC 9112 §6.3: neither a length nor chunks. */
function isWithoutBody(request: Request): boolean {
  return request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0;
}

function refuse(check: InputCheck, value: unknown): void {
  const problems = check(value);
  if (problems.length > 0) throw invalidRequest(problems);
}

function readJson(context: AppContext, request: Request, response: ServerResponse): Promise<unknown> {
  if (!isJsonContentType(request.headers['content-type'])) {
    return Promise.reject(new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'application/json' } }));
  }
  return new Promise((resolve, reject) => {
    readBodyInTurn(context, request, response, (error, bytes) => {
      if (error !== null) return reject(error);
      try {
        resolve(parseJsonBody(bytes));
      } catch (malformed) {
        reject(malformed as Error);
      }
    });
  });
}

function answer(response: ServerResponse, reply: RouteReply): void {
  if (reply.body !== undefined) return answerJson(response, reply.status, reply.body, reply.headers);
  for (const name in reply.headers) response.setHeader(name, reply.headers[name] as string);
  response.statusCode = reply.status;
  response.end();
}
