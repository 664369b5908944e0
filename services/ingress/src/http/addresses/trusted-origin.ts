/** Request headers in the form of Node.js. */
export interface OriginHeaders {
  origin?: string | undefined;
  host?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Returns the origins whose pages may act with a cookie: that of the public URL, and the one that the request was sent
 * to, which a page of another site cannot have. Cookies are bound to a host, so a name that was rebound to this address
 * has none.
 */
export function trustedOrigins(publicUrl: string, host: string | null | undefined): string[] {
  const own = [`http://${host}`, `https://${host}`].map((url) => (host ? URL.parse(url)?.origin : undefined));
  return [new URL(publicUrl).origin, ...own.filter((origin) => origin !== undefined)];
}

/**
 * Returns true when a request that changes something may use its cookie: the browser states that a page of this service
 * sent it.
 */
export function isFromTrustedOrigin(publicUrl: string, headers: OriginHeaders): boolean {
  if (headers.origin !== undefined && headers.origin !== 'null')
    return trustedOrigins(publicUrl, headers.host).includes(headers.origin);
  return headers['sec-fetch-site'] === 'same-origin';
}
