import { isObject } from '../is-object.ts';

/** Returns the URL of the first server, with the defaults of its variables. Relative URLs need the document's URL. */
export function firstServer(servers: unknown, documentUrl: string | null): string | null {
  const first = Array.isArray(servers) ? servers.find(isObject) : undefined;
  if (typeof first?.['url'] !== 'string') return null;
  const variables = isObject(first['variables']) ? first['variables'] : {};
  const written = first['url'].replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return isObject(variable) ? String(variable['default'] ?? whole) : whole;
  });
  const url = URL.parse(written, documentUrl ?? undefined);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return url.href.replace(/\/$/, '');
}
