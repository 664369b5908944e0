import type { HttpCall, SignIn } from './http-call.ts';

/** Returns the path and the query of a request, with the query parameters of its sign-in. */
export function pathOf({ url, signIn }: Pick<HttpCall, 'url' | 'signIn'>): string {
  const query = signIn?.query;
  if (query === undefined) return `${url.pathname}${url.search}`;
  const own = itemsOf(url).filter((item) => !Object.hasOwn(query, nameOf(item)));
  const added = new URLSearchParams(query).toString();
  return `${url.pathname}?${[...own, added].join('&')}`;
}

/**
 * Removes the query parameters of a sign-in from a URL that it may not be sent to. A server that redirects a request
 * often repeats its query.
 */
export function removeQuery(url: URL, { query }: SignIn): void {
  if (query === undefined) return;
  const items = itemsOf(url);
  const others = items.filter((item) => !Object.hasOwn(query, nameOf(item)));
  if (others.length < items.length) url.search = others.join('&');
}

/** Returns the items of a query as they are written, because a signature may cover them. */
function itemsOf({ search }: URL): string[] {
  return search.slice(1).split('&').filter(Boolean);
}

function nameOf(item: string): string {
  return new URLSearchParams(item).keys().next().value ?? '';
}
