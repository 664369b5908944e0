import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Logger } from '@workflow/service-runtime';
import type { Management, People } from '@workflow/session-store';
import { networkOf } from '../../http/addresses/network-of.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts';
import { auditPeople } from './audit-people.ts';
import type { AuthConfig } from '../auth-config.ts';
import { findAccountByPassword } from '../passwords/find-account-by-password.ts';
import { readKnownDevice, rememberDevice } from './known-device.ts';
import {
  asRecord,
  refuseInvitationsToMembers,
  refuseUnknownRolesAndIds,
  type HookContext,
} from './organization-rules.ts';
import { passwordProblem } from '../passwords/password-rules.ts';
import { endConnections } from './oauth/end-connections.ts';
import type { oauthRules } from './oauth/oauth-rules.ts';
import { logSignIn } from './log-sign-in.ts';
import { oidcRules, protectJoined } from './issuer/oidc-rules.ts';
import { endOlderSignIns, requireSecondFactor, useCodeOnce } from './second-factor-rules.ts';
import { retryAfter, throttleSignIn, type Throttle } from '../sign-ins/sign-in-limits.ts';

/**
 * Returns rules in addition to those of the library: its endpoints are checked more strictly, rate-limited and audited.
 */
export function accountHooks(
  management: Management,
  { config, publicUrl }: { config: AuthConfig; publicUrl: string },
  log: Pick<Logger, 'info'>,
  oauth: ReturnType<typeof oauthRules>,
) {
  const { people } = management;
  return {
    before: createAuthMiddleware(async (ctx) => {
      refuseUnknownRolesAndIds(ctx);
      await requireSecondFactor(ctx, people);
      await refuseInvitationsToMembers(ctx, people);
      const changed = (await oidcRules(ctx, config.oidc, publicUrl)) ?? (await oauth.before(ctx));
      if (changed !== null) return changed;
      switch (ctx.path) {
        case '/sign-in/email':
          return beginSignIn(ctx, people, config);
        case '/change-password':
          return changePassword(ctx);
        case '/two-factor/verify-totp':
        case '/two-factor/verify-backup-code':
          return useCodeOnce(ctx, people);
        case '/organization/create':
          return countOrganization(ctx, people, config);
        case '/organization/remove-member':
          return nameMemberById(ctx, people);
        default:
          return null;
      }
    }),
    after: createAuthMiddleware(async (ctx) => {
      await auditPeople(ctx, management);
      const refused = ctx.context.returned instanceof Error;
      logSignIn(ctx, log);
      if (!refused) {
        await oauth.after(ctx);
        await endConnections(ctx, people);
        await protectJoined(ctx, people);
      }
      if (ctx.path === '/sign-in/email' && !refused) {
        await (await throttleOf(ctx, people, config)).succeeded();
        await rememberDevice(ctx, emailOf(ctx.body));
      }
      if ((ctx.path === '/two-factor/verify-totp' || ctx.path === '/two-factor/disable') && !refused)
        await endOlderSignIns(ctx, people);
      if (ctx.path === '/organization/create' && refused) await returnCount(ctx, people);
    }),
  };
}

async function throttleOf(ctx: HookContext, people: People, config: AuthConfig): Promise<Throttle> {
  const email = emailOf(ctx.body);
  const address = networkOf(ctx.headers?.get(CLIENT_ADDRESS_HEADER) ?? 'unknown');
  return throttleSignIn(people, config, { address, email, knownDevice: await readKnownDevice(ctx, email) });
}

async function beginSignIn(ctx: HookContext, people: People, config: AuthConfig) {
  const waitMs = await (await throttleOf(ctx, people, config)).begin();
  if (waitMs !== null)
    throw new APIError(
      'TOO_MANY_REQUESTS',
      { message: 'Too many failed sign-ins; try again later', code: 'TOO_MANY_REQUESTS' },
      { 'Retry-After': retryAfter(waitMs) },
    );
  const { password } = asRecord(ctx.body);
  if (typeof password !== 'string') return null;
  // The library chooses any account of the e-mail address. If there are several, it must be the one with this password.
  const userId = await findAccountByPassword(people, emailOf(ctx.body), password, 2);
  if (userId === null) return null;
  const { internalAdapter } = ctx.context;
  const [user, accounts] = await Promise.all([
    internalAdapter.findUserById(userId),
    internalAdapter.findAccounts(userId),
  ]);
  if (user !== null)
    ctx.context.internalAdapter = {
      ...internalAdapter,
      findUserByEmail: async () => ({ user, accounts, linkedAccount: null }),
    };
  return null;
}

/** Ends other sign-ins when a password is changed, because somebody else may know the old one. */
async function changePassword(ctx: HookContext) {
  const body = asRecord(ctx.body);
  const session = await getSessionFromCtx(ctx);
  const ownNames = session === null ? [] : [session.user.email, session.user.name];
  const { newPassword } = body;
  const problem = typeof newPassword === 'string' ? await passwordProblem(newPassword, ownNames) : null;
  if (problem !== null)
    throw new APIError('BAD_REQUEST', { message: `newPassword ${problem}`, code: 'PASSWORD_REFUSED' });
  return { context: { body: { ...body, revokeOtherSessions: true } } };
}

/**
 * Counts a new organization.
 * @throws APIError 403 if the user has created the maximum number
 */
async function countOrganization(ctx: HookContext, people: People, config: AuthConfig) {
  const session = await getSessionFromCtx(ctx);
  if (session === null) return;
  const max = config.maxOrganizationsPerUser;
  if (await people.mayCreateOrganization(session.user.id, max)) return;
  throw new APIError('FORBIDDEN', {
    message:
      max === 0
        ? 'Creating organizations is switched off on this service'
        : `You have created ${max} organizations, as many as one person may`,
    code: OUT_OF_ORGANIZATIONS,
  });
}

const OUT_OF_ORGANIZATIONS = 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS';

/** Restores the count if the library refused an organization. */
async function returnCount(ctx: HookContext, people: People): Promise<void> {
  const { returned } = ctx.context;
  if (returned instanceof APIError && returned.body?.code === OUT_OF_ORGANIZATIONS) return;
  const session = await getSessionFromCtx(ctx);
  if (session !== null) await people.returnOrganization(session.user.id);
}

/** Names the member by id, because the library looks for any account of the e-mail address. */
async function nameMemberById(ctx: HookContext, people: People) {
  const body = asRecord(ctx.body);
  const named = body['memberIdOrEmail'];
  if (typeof named !== 'string' || !named.includes('@')) return null;
  const session = await getSessionFromCtx(ctx);
  const organizationId = body['organizationId'] ?? asRecord(session?.session)['activeOrganizationId'];
  if (session === null || typeof organizationId !== 'string') return null;
  const memberId = await people.findMemberByEmail(organizationId, named.toLowerCase());
  return memberId === null ? null : { context: { body: { ...body, memberIdOrEmail: memberId } } };
}

const MAX_EMAIL_LENGTH = 320;

function emailOf(body: unknown): string {
  const email = asRecord(body)['email'];
  return typeof email === 'string' ? email.toLowerCase().slice(0, MAX_EMAIL_LENGTH) : '';
}
