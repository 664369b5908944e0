import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const REQUEST_ID_HEADER = 'x-request-id';

const TAKEN = /^[!-~]{1,128}$/;

/**
 * Sets the id of a request in its answer and its log line: the caller's `x-request-id` of at most 128 visible ASCII
 * characters, otherwise a new UUID.
 */
export function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const sentId = request.headers[REQUEST_ID_HEADER];
  response.setHeader(REQUEST_ID_HEADER, typeof sentId === 'string' && TAKEN.test(sentId) ? sentId : randomUUID());
}

/** Returns the request's id, or null before it is set. */
export function requestIdOf(response: ServerResponse): string | null {
  const id = response.getHeader(REQUEST_ID_HEADER);
  return typeof id === 'string' ? id : null;
}
