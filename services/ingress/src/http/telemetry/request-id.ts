import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const REQUEST_ID_HEADER = 'x-request-id';

const TAKEN = /^[!-~]{1,128}$/;

/**
 * Names a request in its answer and its log line: by the caller's `x-request-id` of at most 128 visible ASCII
 * characters, else by a new UUID.
 */
export function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[REQUEST_ID_HEADER];
  response.setHeader(REQUEST_ID_HEADER, typeof given === 'string' && TAKEN.test(given) ? given : randomUUID());
}

/** The request's id; null before it was named. */
export function requestIdOf(response: ServerResponse): string | null {
  const id = response.getHeader(REQUEST_ID_HEADER);
  return typeof id === 'string' ? id : null;
}
