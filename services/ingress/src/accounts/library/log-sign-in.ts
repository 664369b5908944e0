import { APIError } from 'better-auth/api';
import type { Logger } from '@workflow/service-runtime';
import { isEmailAddress } from '../is-email-address.ts';
import { asRecord, type HookContext } from './organization-rules.ts';

/** The factor that each endpoint of a sign-in checks. */
const FACTORS: Readonly<Record<string, string>> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'totp',
  '/two-factor/verify-backup-code': 'backup-code',
  '/sign-in/link': 'link',
  // A refused one is logged with its reason.
  '/callback/:id': 'oidc',
};

/**
 * Logs one line for each step of a sign-in, accepted or refused (OWASP ASVS 5.0, 16.3.1). A value that is not an e-mail
 * address may be a password in the wrong field, and is not logged.
 */
export function logSignIn(ctx: HookContext, log: Pick<Logger, 'info'>): void {
  const factor = FACTORS[ctx.path];
  if (factor === undefined) return;
  const { returned, newSession } = ctx.context;
  if (factor === 'oidc' && newSession === null) return;
  const isRefused = factor !== 'oidc' && returned instanceof APIError;
  const outcome = isRefused ? 'refused' : 'accepted';
  const email: unknown = factor === 'oidc' ? newSession?.user.email : asRecord(ctx.body)['email'];
  log.info(
    {
      part: 'accounts',
      factor,
      outcome,
      ...(typeof email === 'string' && isEmailAddress(email) && { email: email.toLowerCase() }),
      ...(newSession && { userId: newSession.user.id }),
      ...(isRefused && { status: returned.statusCode }),
    },
    'sign-in',
  );
}
