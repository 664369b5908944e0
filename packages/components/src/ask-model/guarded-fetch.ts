import type { ComponentHttp } from '@workflow/component-kit/run';
import { outsideLibraries } from '@workflow/outbound/library-use';

/** Describe the body as it came, and it is given as it is. */
const OF_TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/** `fetch` of the library by the guarded client. Follows redirects, to other hosts without the key. */
export function guardedFetch(http: ComponentHttp): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const call = {
      method: init.method ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : null,
    };
    const { status, headers, body } = await outsideLibraries(() => http.send(call));
    const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || OF_TRANSFER.has(name) ? [] : [[name, String(value)]],
    );
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: given });
  };
}
