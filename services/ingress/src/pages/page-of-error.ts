import type { IncomingMessage } from 'node:http';
import type { RouteReply } from '../http/define-route.ts';
import { toApiError } from '../http/answers/answer.ts';
import { noticePage, prefersPage } from './page-reply.ts';

/**
 * Returns a refusal as a page, for clients that prefer pages.
 * @throws the error for all other clients, and if the caller did not cause it
 */
export function pageOfError(message: IncomingMessage, error: unknown): RouteReply {
  const refusal = toApiError(error);
  if (!prefersPage(message) || refusal.status >= 500) throw error;
  const wait = refusal.headers['Retry-After'];
  const text = wait === undefined ? `${refusal.message}.` : `Too many requests. Try again in ${wait} seconds.`;
  const page = noticePage(refusal.status, { title: 'Not accepted', text });
  return { ...page, headers: { ...page.headers, ...refusal.headers } };
}
