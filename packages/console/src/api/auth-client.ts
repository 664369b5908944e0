import { ApiError } from './api-error.ts';

type Role = 'admin' | 'member';

interface SignedInPerson {
  user: { id: string; name: string; email: string };
  session: { activeOrganizationId?: string | null };
}

export interface Member {
  id: string;
  userId: string;
  role: string;
  user: { name: string; email: string };
}

interface Invitation {
  id: string;
  organizationId: string;
  email: string;
  role: string;
  status: string;
  expiresAt: string;
}

/**
 * The routes of better-auth that the console uses: sign-in, second factor, organizations, members, invitations,
 * consent. Its own client would be a tenth of the scripts of a first visit.
 * Each returns the answer. @throws ApiError when the service refused.
 */
export const auth = {
  /** Null when nobody is signed in. */
  getSession: () => get<SignedInPerson | null>('/get-session'),
  signIn: (credentials: { email: string; password: string }) =>
    post<{ twoFactorRedirect?: boolean }>('/sign-in/email', credentials),
  /** Returns the address of the identity provider's page for the sign-in. */
  signInAtIssuer: (request: { callbackURL: string; invitationId?: string }) =>
    post<{ url: string }>('/sign-in/social', { provider: 'oidc', ...request }),
  signInByLink: (token: string) => post('/sign-in/link', { token }),
  /** `url` is the page of the identity provider that signs the person out there. */
  signOut: () => post<{ url?: string }>('/sign-out'),
  revokeOtherSessions: () => post('/revoke-other-sessions'),
  changePassword: (passwords: { currentPassword: string; newPassword: string }) => post('/change-password', passwords),
  enableSecondFactor: (password: string) =>
    post<{ totpURI: string; backupCodes: string[] }>('/two-factor/enable', { password }),
  disableSecondFactor: (password: string) => post('/two-factor/disable', { password }),
  verifyTotp: (code: string) => post('/two-factor/verify-totp', { code }),
  verifyBackupCode: (code: string) => post('/two-factor/verify-backup-code', { code }),
  listOrganizations: () => get<{ id: string; name: string }[]>('/organization/list'),
  setActiveOrganization: (organizationId: string) => post('/organization/set-active', { organizationId }),
  listMembers: (limit: number) => get<{ members: Member[] }>(`/organization/list-members?limit=${limit}`),
  updateMemberRole: (change: { memberId: string; role: Role }) => post('/organization/update-member-role', change),
  removeMember: (memberIdOrEmail: string) => post('/organization/remove-member', { memberIdOrEmail }),
  listInvitations: () => get<Invitation[]>('/organization/list-invitations'),
  inviteMember: (invitation: { email: string; role: Role; resend: boolean }) =>
    post('/organization/invite-member', invitation),
  acceptInvitation: (invitationId: string) =>
    post<{ invitation: Invitation }>('/organization/accept-invitation', { invitationId }),
  readOAuthClient: (clientId: string) =>
    get<{ client_name?: string }>(`/oauth2/public-client?client_id=${encodeURIComponent(clientId)}`),
  answerConsent: (answer: { accept: boolean; oauth_query: string; organization_id: string | null }) =>
    post<{ url: string }>('/oauth2/consent', answer),
  cancelInvitation: (invitationId: string) => post('/organization/cancel-invitation', { invitationId }),
};

function get<Answer>(path: string): Promise<Answer> {
  return call(path, { method: 'GET' });
}

function post<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
  return call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function call<Answer>(path: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(`/api/auth${path}`, { ...request, credentials: 'same-origin' });
  const text = await answer.text();
  if (!answer.ok) throw ApiError.fromAnswer(answer.status, jsonOf(text));
  return jsonOf(text) as Answer;
}

/** The value of a JSON text; null for any other text, such as a proxy's page. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
