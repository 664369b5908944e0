import { isUtf8 } from 'node:buffer';
import type { HttpAnswer, HttpCall } from './http-call.ts';
import { readHttpUrl } from './http-url.ts';
import { maySignIn } from './sign-in-hosts.ts';
import { removeQuery } from './sign-in-query.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that are sent to another origin. Any other header may be a credential. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);
const BODY_HEADERS = new Set(['content-type', 'content-encoding', 'content-language', 'content-length']);

/** Returns true if an answer redirects the request. */
export function isRedirect({ status, headers }: Omit<HttpAnswer, 'body'>): boolean {
  return REDIRECTS.has(status) && headers.location !== undefined;
}

/** Returns the next request of a redirect as the Fetch standard defines it, or null if the answer is no redirect. */
export function followRedirect(call: HttpCall, answer: Omit<HttpAnswer, 'body'>): HttpCall | null {
  const { location } = answer.headers;
  if (location === undefined || !isRedirect(answer)) return null;
  const url = readHttpUrl(asWritten(location), call.url);
  call.onRedirect?.(call.url, url);
  const becomesGet = answer.status === 303 ? call.method !== 'HEAD' : answer.status < 303 && call.method === 'POST';
  const sameOrigin = url.origin === call.url.origin;
  const headers = Object.entries(call.headers).filter(
    ([name]) => (sameOrigin || HARMLESS_HEADERS.has(name)) && !(becomesGet && BODY_HEADERS.has(name)),
  );
  // A sign-in that was left out is never added again, because the target of the redirect chose the next URL.
  const signIn = call.signIn && maySignIn(call.signIn, call.url, url) ? call.signIn : null;
  if (call.signIn && signIn === null) removeQuery(url, call.signIn);
  return {
    method: becomesGet ? 'GET' : call.method,
    url,
    headers: Object.fromEntries(headers),
    body: becomesGet ? null : call.body,
    trace: call.trace ?? null,
    signIn,
    ...(call.streamTo && { streamTo: call.streamTo }),
    ...(call.onAnswer && { onAnswer: call.onAnswer }),
    ...(call.onRedirect && { onRedirect: call.onRedirect }),
  };
}

/**
 * Decodes a `Location`. Bytes beyond ASCII are UTF-8, as in other URLs
 * (https://url.spec.whatwg.org/#concept-basic-url-parser).
 */
function asWritten(location: string): string {
  const bytes = Buffer.from(location, 'latin1');
  return bytes.toString('latin1') === location && isUtf8(bytes) ? bytes.toString() : location;
}
