import { isObject } from '../is-object.ts';

/** The servers of a document that names none (https://spec.openapis.org/oas/v3.1.1.html#openapi-object). */
const AT_THE_DOCUMENT = [{ url: '/' }];

/** Returns the URL of the server that a document names. If it names none, this is the server of the document. */
export function serverOf(document: Record<string, unknown>, documentUrl: string | null): string | null {
  const { servers } = document;
  const isNamed = Array.isArray(servers) && servers.length > 0;
  return firstServer(isNamed ? servers : AT_THE_DOCUMENT, documentUrl);
}

/**
 * Returns the URL of the first server, with the defaults of its variables. If the same server is also listed with
 * https, its https URL is returned. Relative URLs need the document's URL.
 */
export function firstServer(servers: unknown, documentUrl: string | null): string | null {
  const urls = (Array.isArray(servers) ? servers : []).map((server) => urlOf(server, documentUrl));
  const first = urls[0] ?? null;
  if (first?.protocol !== 'http:') return textOf(first);
  const secure = urls.find((url) => url?.protocol === 'https:' && placeOf(url) === placeOf(first));
  return textOf(secure ?? first);
}

function urlOf(server: unknown, documentUrl: string | null): URL | null {
  if (!isObject(server) || typeof server['url'] !== 'string') return null;
  const variables = isObject(server['variables']) ? server['variables'] : {};
  const written = server['url'].replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) ? String(variable['default'] ?? whole) : whole;
  });
  // A variable without a default remains in the URL, so somebody must enter a base URL.
  if (/[{}]/.test(written)) return null;
  const url = URL.parse(written, documentUrl ?? undefined);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

function placeOf({ hostname, pathname }: URL): string {
  return `${hostname}${pathname}`;
}

function textOf(url: URL | null): string | null {
  return url === null ? null : url.href.replace(/\/$/, '');
}
