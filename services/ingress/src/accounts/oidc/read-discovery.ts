import type { Claims } from './read-claims.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** The fields of a discovery document that a sign-in uses (OpenID Connect Discovery §3). */
export interface Discovery {
  /** The issuer in the form of the ID tokens. */
  issuer: string;
  authorizationUrl: URL;
  tokenUrl: URL;
  keysUrl: URL;
  userInfoUrl: URL | null;
  endSessionUrl: URL | null;
  /** True if the token endpoint accepts the client's secret only in the form, not in a header. */
  secretInBody: boolean;
}

/**
 * Reads a discovery document. Its issuer must be the configured one, except for a slash at the end.
 * @throws SignInRefused
 */
export function readDiscovery(document: Claims, configured: string): Discovery {
  const { issuer } = document;
  if (typeof issuer !== 'string' || withoutSlash(issuer) !== withoutSlash(configured))
    throw refused(`The discovery document is of another issuer than OIDC_ISSUER`);
  const isSecure = configured.startsWith('https:');
  const find = (name: string): URL | null => {
    const value = document[name];
    const url = typeof value === 'string' ? URL.parse(value) : null;
    if (url === null) return null;
    const isUsable = url.protocol === 'https:' || (url.protocol === 'http:' && !isSecure);
    return isUsable ? url : null;
  };
  const need = (name: string): URL => {
    const url = find(name);
    if (url === null) throw refused(`The discovery document has no usable ${name}`);
    return url;
  };
  const methods = document['token_endpoint_auth_methods_supported'];
  return {
    issuer,
    authorizationUrl: need('authorization_endpoint'),
    tokenUrl: need('token_endpoint'),
    keysUrl: need('jwks_uri'),
    userInfoUrl: find('userinfo_endpoint'),
    endSessionUrl: find('end_session_endpoint'),
    secretInBody:
      Array.isArray(methods) && methods.includes('client_secret_post') && !methods.includes('client_secret_basic'),
  };
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

function refused(message: string): SignInRefused {
  return new SignInRefused('unavailable', message);
}
