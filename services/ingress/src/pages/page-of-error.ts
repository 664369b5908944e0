import type { IncomingMessage } from 'node:http';
import type { RouteReply } from '../http/define-route.ts';
import { toApiError } from '../http/answers/answer.ts';
import { noticePage, prefersPage } from './page-reply.ts';

/** A refusal as a page, for who reads pages. @throws the error, for everybody else and where nobody is to blame */
export function pageOfError(message: IncomingMessage, error: unknown): RouteReply {
  const refusal = toApiError(error);
  if (!prefersPage(message) || refusal.status >= 500) throw error;
  const wait = refusal.headers['Retry-After'];
  const text = wait === undefined ? `${refusal.message}.` : `Too many requests. Try again in ${wait} seconds.`;
  const page = noticePage(refusal.status, { title: 'Not accepted', text });
  return { ...page, headers: { ...page.headers, ...refusal.headers } };
}
