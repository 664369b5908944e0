import type { ServerResponse } from 'node:http';
import type { Request } from 'express';
import type { AppContext } from '../../context.ts';
import { ApiError, invalidRequest } from '../../errors/api-error.ts';
import { checkStorable } from '../check-storable.ts';
import { makeInputCheck, makeQueryCheck, readQuery, withLowercaseIds, type InputCheck } from './check-input.ts';
import type { Route } from '../define-route.ts';
import { exchangeOf } from '../exchange.ts';
import { isJsonContentType, parseJsonBody } from '../bodies/parse-json-body.ts';
import { readCountedBody, type CountedBody } from '../bodies/read-counted-body.ts';

/** A route's checked input, and the bytes from which the body was read. */
export interface CheckedInput {
  params: unknown;
  query: unknown;
  body: unknown;
  read: CountedBody;
}

interface RequestChecks {
  maxBodyBytes: number;
  /**
   * Checks a request.
   * @throws ApiError in this order: path, query, the body's type, size, JSON, shape and texts
   */
  check(request: Request, response: ServerResponse): Promise<CheckedInput>;
}

const NOTHING = Buffer.alloc(0);
const NO_BODY: CountedBody = { bytes: NOTHING, sent: NOTHING, release: () => undefined };

/** The checks of a route's input, each compiled when it is first needed. */
export function makeRequestChecks(context: AppContext, route: Route): RequestChecks {
  const { security } = route;
  // A token is checked before the path that it must match. A URL of a question is itself the path.
  const checkParams =
    route.params && security.kind !== 'webhook-token' && security.kind !== 'address'
      ? makeInputCheck(route.params, 'the path')
      : undefined;
  const checkQuery = route.query && makeQueryCheck(route.query);
  // Requests without a key need only small bodies.
  const { maxPublicBodyBytes, maxBodyBytes: usualBytes } = context.config.http;
  const maxBodyBytes = security.kind === 'public' ? maxPublicBodyBytes : Math.max(usualBytes, route.maxBodyBytes ?? 0);
  const takesJson = route.body !== undefined && route.bodyTypes === undefined;
  const checkBody = takesJson ? makeBodyCheck(context, route) : undefined;

  return {
    maxBodyBytes,
    async check(request, response) {
      const wrongParams = checkParams?.(request.params) ?? [];
      // An invalid id in a path means that the resource does not exist.
      if (wrongParams.length > 0)
        throw route.paramsAreChosen === true ? invalidRequest(wrongParams) : new ApiError('NOT_FOUND');
      if (route.paramsAreChosen === true) checkStorable(request.params);
      const params = checkParams === undefined ? request.params : withLowercaseIds(route.params ?? {}, request.params);
      const query = route.query === undefined ? {} : readQuery(route.query, request.originalUrl);
      if (checkQuery !== undefined) {
        refuse(checkQuery, query);
        checkStorable(query);
      }
      if (checkBody === undefined || (route.bodyOptional === true && isWithoutBody(request)))
        return { params, query, body: {}, read: NO_BODY };
      const read = await readJsonBytes(context, request, response, maxBodyBytes);
      await context.bodies.turns.wait(exchangeOf(response)?.organizationId ?? '', read.bytes.length);
      const body: unknown = parseJsonBody(read.bytes);
      refuse(checkBody, body);
      if (route.checksOwnTexts !== true) checkStorable(body);
      return { params, query, body, read };
    },
  };
}

/** Returns the check of a body's schema. The further problems of a body that it refuses are reported with it. */
function makeBodyCheck(context: AppContext, { body = {}, findFurtherProblems }: Route): InputCheck {
  const check = makeInputCheck(body, 'the body');
  return (value) => {
    const problems = check(value);
    if (problems.length === 0 || findFurtherProblems === undefined) return problems;
    return [...problems, ...findFurtherProblems(value, context.caches.clock.nowMs())];
  };
}

async function readJsonBytes(
  context: AppContext,
  request: Request,
  response: ServerResponse,
  maxBodyBytes: number,
): Promise<CountedBody> {
  if (!isJsonContentType(request.headers['content-type']))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: 'application/json' } });
  return readCountedBody(context, request, response, maxBodyBytes);
}

/** Returns true if there is neither a length nor chunks (RFC 9112 §6.3). */
function isWithoutBody(request: Request): boolean {
  return request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0;
}

function refuse(check: InputCheck, value: unknown): void {
  const problems = check(value);
  if (problems.length > 0) throw invalidRequest(problems);
}
