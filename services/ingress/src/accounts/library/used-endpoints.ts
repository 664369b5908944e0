/**
 * The endpoints of the accounts library that the console, scripts and MCP clients use. All others are unknown paths, so
 * that no endpoint of the library, or of a later version, is reachable by mistake
 * (docs/decisions/0080-accounts-endpoints-by-list.md).
 */
export const USED_ENDPOINTS: ReadonlySet<string> = new Set([
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  'POST /revoke-other-sessions',
  'POST /two-factor/enable',
  'POST /two-factor/verify-totp',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/disable',
  'GET /organization/list',
  'POST /organization/create',
  'POST /organization/set-active',
  'POST /organization/leave',
  'GET /organization/list-members',
  'POST /organization/update-member-role',
  'POST /organization/remove-member',
  'GET /organization/list-invitations',
  'POST /organization/invite-member',
  'POST /organization/cancel-invitation',
  'POST /organization/accept-invitation',
  'POST /organization/reject-invitation',
  'GET /oauth2/authorize',
  'GET /oauth2/public-client',
  'POST /oauth2/consent',
  'POST /oauth2/token',
  'POST /oauth2/revoke',
  'POST /oauth2/register',
]);

/** The endpoints that exist only with `OIDC_ISSUER`. */
const ISSUER_ENDPOINTS = ['POST /sign-in/social', 'GET /callback/oidc'];

/** The endpoint that exists only with `OIDC_ONLY`. */
const LINK_ENDPOINTS = ['POST /sign-in/link'];

/** Returns the endpoints of the library that this service exposes. */
export function endpointsOf(oidc: { only: boolean } | null): ReadonlySet<string> {
  if (oidc === null) return USED_ENDPOINTS;
  return new Set([...USED_ENDPOINTS, ...ISSUER_ENDPOINTS, ...(oidc.only ? LINK_ENDPOINTS : [])]);
}

/**
 * Returns true if the endpoint is used. `target` is that of the request line. A path with two possible readings does
 * not count.
 */
export function isUsedEndpoint(
  used: ReadonlySet<string>,
  method: string | undefined,
  target: string,
  basePath: string,
): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return path.startsWith(basePath) && used.has(`${method} ${path.slice(basePath.length)}`);
}
