import type { IncomingHttpHeaders } from 'node:http';

/** Returns true if the body is a URL-encoded form. */
export function isForm({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true;
}
