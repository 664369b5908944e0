/** Request headers as Node.js gives them. */
export interface OriginHeaders {
  origin?: string | undefined;
  host?: string | undefined;
  'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Origins whose pages may act with a cookie: the public URL's, and the one that the request was sent to, which
 * a page of another site cannot have. Cookies are bound to a host, so a name that was rebound to this address
 * has none.
 */
export function trustedOrigins(publicUrl: string, host: string | null | undefined): string[] {
  const own = [`http://${host}`, `https://${host}`].map((url) => (host ? URL.parse(url)?.origin : undefined));
  return [new URL(publicUrl).origin, ...own.filter((origin) => origin !== undefined)];
}

/** Whether a request that changes something may use its cookie: the browser says that a page of ours sent it. */
export function isFromTrustedOrigin(publicUrl: string, headers: OriginHeaders): boolean {
  if (headers.origin !== undefined && headers.origin !== 'null')
    return trustedOrigins(publicUrl, headers.host).includes(headers.origin);
  return headers['sec-fetch-site'] === 'same-origin';
}
