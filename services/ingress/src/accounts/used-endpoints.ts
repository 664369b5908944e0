/**
 * The endpoints of the accounts library that the console and people's scripts use. All others are unknown paths: what
 * the library has, or a later version of it brings, is not reachable by having been forgotten
 * (docs/decisions/0080-accounts-endpoints-by-list.md).
 */
const USED_ENDPOINTS: ReadonlySet<string> = new Set([
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
]);

/** `target` as the request line has it. A path that another reading could take for another one is not in use. */
export function isUsedEndpoint(method: string | undefined, target: string, basePath: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return path.startsWith(basePath) && USED_ENDPOINTS.has(`${method} ${path.slice(basePath.length)}`);
}
