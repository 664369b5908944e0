import { createHash } from 'node:crypto';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { People } from '@workflow/session-store';
import { isSignedInElsewhere } from '../oidc/ways-to-sign-in.ts';
import { asRecord, type HookContext } from './organization-rules.ts';

/** A code is valid for its 30 s and for the periods before and after. */
const CODE_LIFETIME_MS = 120_000;
/** The library's cookie between the password and the second factor. */
const PENDING_SIGN_IN_COOKIE = 'two_factor';

/** The organization endpoints that a person may use before setting up a required second factor. */
const OPEN_WITHOUT_SECOND_FACTOR = new Set(['/organization/list', '/organization/set-active', '/organization/leave']);

/**
 * Members of an organization that requires a second factor must set one up before they use any organization.
 * @throws APIError 403
 */
export async function requireSecondFactor(ctx: HookContext, people: Pick<People, 'secondFactorRequired'>) {
  if (!/^\/(organization|oauth2\/consent)/.test(ctx.path) || OPEN_WITHOUT_SECOND_FACTOR.has(ctx.path)) return;
  const session = await getSessionFromCtx(ctx);
  if (session === null || asRecord(session.user)['twoFactorEnabled'] === true) return;
  if (isSignedInElsewhere(asRecord(session.session)['way'])) return;
  if (await people.secondFactorRequired(session.user.id))
    throw new APIError('FORBIDDEN', {
      message: 'Your organization requires a second factor. Set one up to continue',
      code: 'SECOND_FACTOR_REQUIRED',
    });
}

/**
 * Accepts a TOTP code for one sign-in only (RFC 6238 §5.2), and trusts no device without a code: `trustDevice` is
 * ignored.
 * @throws APIError 401 for a code that was used before
 */
export async function useCodeOnce(ctx: HookContext, people: Pick<People, 'takeAttempt'>) {
  const body = asRecord(ctx.body);
  const userId = await pendingUser(ctx);
  const code = body['code'];
  if (ctx.path === '/two-factor/verify-totp' && userId !== null && typeof code === 'string') {
    const mark = createHash('sha256').update(code.replaceAll(/\D/g, '')).digest('base64url');
    const { allowed } = await people.takeAttempt(`totp|${userId}|${mark}`, 1, CODE_LIFETIME_MS);
    if (!allowed)
      throw new APIError('UNAUTHORIZED', {
        message: 'This code was used already; wait for the next one',
        code: 'INVALID_CODE',
      });
  }
  return { context: { body: { ...body, trustDevice: false } } };
}

/**
 * Returns the person who enters a code: one who is signed in and sets up a factor, or one between password and second
 * factor.
 */
async function pendingUser(ctx: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session !== null) return session.user.id;
  const cookie = ctx.context.createAuthCookie(PENDING_SIGN_IN_COOKIE);
  const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret);
  if (typeof identifier !== 'string') return null;
  return (await ctx.context.internalAdapter.findVerificationValue(identifier))?.value ?? null;
}

/**
 * Ends the person's other sign-ins and the tokens of their connected applications when a factor is set up or removed,
 * because both began under the old rule (0325).
 */
export async function endOlderSignIns(
  ctx: HookContext,
  people: Pick<People, 'endOtherSignIns' | 'endOAuthConnections'>,
): Promise<void> {
  const now = ctx.context.newSession;
  const wasSignedIn = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret);
  if (now === null || typeof wasSignedIn !== 'string') return;
  await people.endOtherSignIns(now.user.id, now.session.id);
  await people.endOAuthConnections(now.user.id, null);
}
