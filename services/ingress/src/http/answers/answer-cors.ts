import type { IncomingMessage, ServerResponse } from 'node:http';
import { addVary } from './add-vary.ts';

const ANY = '*';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const EXPOSED = [
  'x-request-id',
  'ETag',
  'Location',
  'Retry-After',
  'Allow',
  'Idempotency-Replayed',
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'WWW-Authenticate',
].join(', ');
/** The time after which browsers repeat a preflight request. */
const MAX_AGE_SECONDS = 600;
/** Matches names of headers in the form of `Access-Control-Request-Headers`. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, -]{1,1000}$/;

/** Pages, in addition to those of the operator's origins, that may call the path of a request; null for none. */
type OtherPages = 'all' | ((origin: string) => boolean) | null;

/**
 * Allows pages of the operator's origins (Fetch standard, "CORS protocol") and of `others` to send requests with keys
 * and tokens in headers, never with cookies. Returns true if the request was a preflight request, which is answered.
 */
export function answerCors(
  origins: readonly string[],
  otherPages: OtherPages,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers;
  if (origins.length === 0 && otherPages === null) return false;
  const any = origins.includes(ANY) || otherPages === 'all';
  if (!any) addVary(response, 'Origin');
  if (origin === undefined) return false;
  const isOther = typeof otherPages === 'function' && otherPages(origin);
  if (!any && !isOther && !origins.includes(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', any ? ANY : origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  const names = request.headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  if (typeof names === 'string' && HEADER_NAMES.test(names)) response.setHeader('Access-Control-Allow-Headers', names);
  response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
  response.statusCode = 204;
  response.end();
  return true;
}
