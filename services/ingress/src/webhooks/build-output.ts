import type { IncomingMessage } from 'node:http';
import type { WebhookContent } from './read-content.ts';
import { readPairs } from './read-form.ts';

const REDACTED = '[redacted]';

/**
 * Returns the whole request as one JSON string (contract §2.6), without the token in it (contract §5.2: it is a
 * password). `rawBody` is left out when null. NUL and lone surrogates remain escaped in this string, so PostgreSQL
 * accepts what JSON allows.
 */
export function buildOutput(
  request: IncomingMessage,
  content: WebhookContent,
  { token, receivedAt, rawBody }: { token: string; receivedAt: string; rawBody: Buffer | null },
): string {
  const url = request.url ?? '';
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const query = queryAt === -1 ? {} : readPairs(new URLSearchParams(url.slice(queryAt + 1)));
  delete query['token'];
  const headers = { ...request.headers };
  delete headers['token'];
  const encoding = content.encoding === null ? '' : `"bodyEncoding":"${content.encoding}",`;
  const raw = rawBody === null ? '' : `"rawBody":"${rawBody.toString('base64')}",`;
  const output =
    `{"method":${JSON.stringify(request.method)},"path":${JSON.stringify(path)},"query":${JSON.stringify(query)},` +
    `"headers":${JSON.stringify(headers)},"body":${content.json},${encoding}${raw}"receivedAt":"${receivedAt}"}`;
  // A sender may repeat it elsewhere, as in a Referer.
  return output.includes(token) ? output.replaceAll(token, REDACTED) : output;
}
