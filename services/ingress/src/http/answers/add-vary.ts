import type { ServerResponse } from 'node:http';

/** Declares that the answer depends on this header of the request (RFC 9110 §12.5.5). */
export function addVary(response: ServerResponse, name: string): void {
  const existing = response.getHeader('Vary');
  if (existing === undefined) response.setHeader('Vary', name);
  else if (!String(existing).split(', ').includes(name)) response.setHeader('Vary', `${String(existing)}, ${name}`);
}
