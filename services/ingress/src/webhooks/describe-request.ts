import type { IncomingMessage } from 'node:http';
import { REDACTED } from '@workflow/service-runtime';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { queryOf } from '../http/addresses/query-of.ts';
import type { WebhookContent } from './read-content.ts';
import { readPairs } from './read-form.ts';

/** A received request, in the two forms that expressions and components read. */
interface ReceivedRequest {
  /** The whole request as one JSON string (contract §2.6). */
  json: string;
  /** Returns the same as an object. */
  parse(): JsonObject;
}

/**
 * Describes a request without the token in it (contract §5.2: it is a password). `rawBody` is left out if null. NUL and
 * lone surrogates remain escaped in the JSON string, so PostgreSQL accepts what JSON allows.
 */
export function describeRequest(
  request: IncomingMessage,
  content: WebhookContent,
  { token, receivedAt, rawBody }: { token: string; receivedAt: string; rawBody: Buffer | null },
): ReceivedRequest {
  const url = request.url ?? '';
  const path = url.split('?', 1)[0]!;
  const query = readPairs(new URLSearchParams(queryOf(url)));
  delete query['token'];
  const headers = { ...request.headers };
  delete headers['token'];
  const before = { method: request.method, path, query, headers };
  const after = {
    ...(content.encoding !== null && { bodyEncoding: content.encoding }),
    ...(rawBody !== null && { rawBody: rawBody.toString('base64') }),
    receivedAt,
  };
  const json = `${JSON.stringify(before).slice(0, -1)},"body":${content.json},${JSON.stringify(after).slice(1)}`;
  // A sender may repeat the token elsewhere, for example in a Referer.
  if (json.includes(token)) return parsedLate(json.replaceAll(token, REDACTED));
  // The JSON body was parsed before. Parsing a large one again would cost as much as accepting it.
  if (content.value === undefined) return parsedLate(json);
  return { json, parse: () => ({ ...(before as JsonObject), body: content.value as Json, ...after }) };
}

function parsedLate(json: string): ReceivedRequest {
  return { json, parse: () => JSON.parse(json) as JsonObject };
}
