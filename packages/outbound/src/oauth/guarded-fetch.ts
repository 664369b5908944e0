import type { IncomingHttpHeaders } from 'node:http';
import type { HttpClient } from '../http/http-client.ts';
import { readRetryAfterMs } from '../http/retry-after.ts';
import { StepFailure } from '@workflow/workflow-model';
import { readTokenAnswer } from './token-answer.ts';

interface FetchInit {
  body?: URLSearchParams;
  headers: Record<string, string>;
  method: string;
  signal?: AbortSignal;
}

/** Sends the library's requests through the client that checks every connection. It follows no redirect. */
export function guardedFetch(http: HttpClient, signal: AbortSignal) {
  return async (url: string, { body, headers, method }: FetchInit): Promise<Response> => {
    const call = { method, url: new URL(url), headers, body: body?.toString() ?? null };
    const answer = await http.send({ ...call, headers: { ...headers, 'accept-encoding': 'identity' } }, signal);
    refuseFailing(answer.status, call.url, answer.headers);
    // A challenge with the error (RFC 6749 §5.2) is ignored, because the error in the body has the reason.
    const { status, body: read } = readTokenAnswer(answer.status, answer.body.toString('utf8'));
    return new Response(JSON.stringify(read), { status, headers: { 'content-type': 'application/json' } });
  };
}

/** Refuses answers that contain no information about the grant. @throws StepFailure */
function refuseFailing(status: number, url: URL, headers: IncomingHttpHeaders): void {
  if (status < 500 && status !== 429 && status !== 408) return;
  throw new StepFailure('HTTP_STATUS', `The authorization server ${url.host} answered ${status}`, {
    retryable: true,
    retryAfterMs: readRetryAfterMs(headers, Date.now()),
  });
}
