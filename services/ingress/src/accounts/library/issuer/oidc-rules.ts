import { APIError, getSessionFromCtx } from 'better-auth/api';
import { OIDC_PROVIDER, type People } from '@workflow/session-store';
import { isUuid } from '@workflow/workflow-model';
import { asRecord, type HookContext } from '../organization-rules.ts';
import { SIGN_IN_PAGE } from '../auth-path.ts';
import { INVITATION_FIELD } from './issuer-sign-in.ts';
import type { OidcConfig } from '../../oidc/oidc-config.ts';

/** Endpoints of the library that compare or set a password. */
const BY_PASSWORD = new Set([
  '/sign-in/email',
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]);

/**
 * Applies the rules for sign-ins at the issuer. Returns the request that the library gets instead, or null.
 * @throws APIError 403 for a password if only the issuer signs people in
 */
export async function oidcRules(ctx: HookContext, config: OidcConfig | null, publicUrl: string) {
  if (config?.only === true && BY_PASSWORD.has(ctx.path))
    throw new APIError('FORBIDDEN', {
      message: 'This service accepts no passwords; sign in at the identity provider',
      code: 'PASSWORDS_NOT_ACCEPTED',
    });
  if (ctx.path === '/sign-in/social') return { context: { body: signInRequest(ctx, publicUrl) } };
  if (ctx.path === '/sign-out') await endAtIssuer(ctx);
  return null;
}

const REQUEST_FIELDS = new Set(['provider', 'callbackURL', 'errorCallbackURL', 'invitationId', 'disableRedirect']);

/**
 * Returns the only request that may begin a sign-in: to the issuer, and back to a path of this service.
 * @throws APIError 400 for other fields, which the library would use
 */
function signInRequest(ctx: HookContext, publicUrl: string): Record<string, unknown> {
  const body = asRecord(ctx.body);
  const { provider, callbackURL, invitationId } = body;
  const unknown = Object.keys(body).find((name) => !REQUEST_FIELDS.has(name));
  if (unknown !== undefined || provider !== OIDC_PROVIDER)
    throw new APIError('BAD_REQUEST', {
      message: `The body takes provider "${OIDC_PROVIDER}", callbackURL and invitationId`,
      code: 'INVALID_REQUEST',
    });
  return {
    provider,
    callbackURL: publicUrl + localPath(callbackURL),
    errorCallbackURL: publicUrl + SIGN_IN_PAGE,
    ...(typeof invitationId === 'string' &&
      isUuid(invitationId) && { additionalData: { [INVITATION_FIELD]: invitationId } }),
  };
}

function localPath(path: unknown): string {
  const isLocal = typeof path === 'string' && /^\/(?![/\\])/.test(path);
  return isLocal ? path : '/';
}

/** Signs the person out at the issuer, if they signed in there. */
async function endAtIssuer(ctx: HookContext): Promise<void> {
  const session = await getSessionFromCtx(ctx);
  if (asRecord(session?.session)['way'] !== OIDC_PROVIDER) ctx.context.socialProviders = [];
}

/**
 * Removes an unproven password when a person who signed in at the issuer joins or creates an organization, so that a
 * stranger cannot open it.
 */
export async function protectJoined(ctx: HookContext, people: Pick<People, 'dropUnprovenPassword'>): Promise<void> {
  if (ctx.path !== '/organization/accept-invitation' && ctx.path !== '/organization/create') return;
  const session = await getSessionFromCtx(ctx);
  if (session === null || asRecord(session.session)['way'] !== OIDC_PROVIDER) return;
  await people.dropUnprovenPassword(session.user.id, session.session.id);
}
