/** Request headers in the form of Node.js. */
interface OriginHeaders {
  origin?: string | undefined;
  host?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Returns the origins whose pages may use a cookie: the public URL, and the origin to which the request was sent, which
 * a page of another site cannot have. Cookies are bound to a host, so a name that was rebound to this address has none.
 */
export function trustedOrigins(publicUrl: string, host: string | null | undefined): string[] {
  const own = [`http://${host}`, `https://${host}`].map((url) => (host ? URL.parse(url)?.origin : undefined));
  return [new URL(publicUrl).origin, ...own.filter((origin) => origin !== undefined)];
}

/**
 * Returns true if a request that changes something may use its cookie, because the browser states that a page of this
 * service sent it.
 */
export function isFromTrustedOrigin(publicUrl: string, headers: OriginHeaders): boolean {
  if (headers.origin !== undefined && headers.origin !== 'null')
    return trustedOrigins(publicUrl, headers.host).includes(headers.origin);
  return headers['sec-fetch-site'] === 'same-origin';
}
