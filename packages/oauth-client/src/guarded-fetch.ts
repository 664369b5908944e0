import type { HttpClient } from '@workflow/guarded-http';
import { StepFailure } from '@workflow/workflow-model';

interface FetchInit {
  body?: URLSearchParams;
  headers: Record<string, string>;
  method: string;
  signal?: AbortSignal;
}

/** Sends what the library asks for through the client whose every connection is checked. It follows no redirect. */
export function guardedFetch(http: HttpClient, signal: AbortSignal) {
  return async (url: string, { body, headers, method }: FetchInit): Promise<Response> => {
    const call = { method, url: new URL(url), headers, body: body?.toString() ?? null };
    const answer = await http.send({ ...call, headers: { ...headers, 'accept-encoding': 'identity' } }, signal);
    refuseFailing(answer.status, call.url, answer.headers['retry-after']);
    const type = answer.headers['content-type'] ?? 'application/json';
    // A challenge beside the error (RFC 6749 §5.2) is left out: the error in the body says more.
    return new Response(withoutIdToken(answer.body), { status: answer.status, headers: { 'content-type': type } });
  };
}

/** What says nothing about the grant. @throws StepFailure */
function refuseFailing(status: number, url: URL, retryAfter: string | undefined): void {
  if (status < 500 && status !== 429 && status !== 408) return;
  const afterSeconds = Number(retryAfter);
  throw new StepFailure('HTTP_STATUS', `the authorization server ${url.host} answered ${status}`, {
    retryable: true,
    ...(afterSeconds > 0 && { retryAfterMs: afterSeconds * 1_000 }),
  });
}

/** Who signed in is not asked: an id_token (OpenID Connect) is not read, and not checked by a clock. */
function withoutIdToken(body: Buffer): string {
  const text = body.toString('utf8');
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('id_token' in answer)) return text;
    const { id_token: _unread, ...rest } = answer;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}
