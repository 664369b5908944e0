import type { IncomingHttpHeaders } from 'node:http';

/** Fields that have one value (RFC 9110). If a server sends several, the first counts, as in Node.js. */
const SINGLE = new Set([
  'age',
  'authorization',
  'content-disposition',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
]);

/**
 * Returns the headers of an answer with one text for each name, except for `set-cookie`, whose values cannot be joined.
 * Values of a repeated field become one list (RFC 9110 §5.3).
 */
export function joinRepeated(headers: Readonly<Record<string, string | string[] | undefined>>): IncomingHttpHeaders {
  const entries = Object.entries(headers).map(([name, value]): [string, string | string[] | undefined] => {
    if (!Array.isArray(value) || name === 'set-cookie') return [name, value];
    return [name, SINGLE.has(name) ? value[0] : value.join(', ')];
  });
  return Object.fromEntries(entries);
}
