/** The endpoint of the library's plug-in for links of the operator. */
export const SIGN_IN_LINK_PATH = '/sign-in/link';

/**
 * Returns the way in which an endpoint of the library signs in: `password`, `oidc`, or `link` for a link of the
 * operator.
 */
export function wayOf(path: string | undefined): string {
  if (path?.startsWith('/callback/') === true) return 'oidc';
  return path === SIGN_IN_LINK_PATH ? 'link' : 'password';
}

/**
 * Returns true for a sign-in at the issuer or by a link of the operator, for which this service asks for no second
 * factor.
 */
export function isSignedInElsewhere(way: unknown): boolean {
  return way === 'oidc' || way === 'link';
}
