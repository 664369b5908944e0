import type { AppContext } from '../../context.ts';
import { conflict } from '../../errors/api-error.ts';
import { clientNetwork } from '../../http/addresses/client-address.ts';
import { defineRoute } from '../../http/define-route.ts';
import type { Mailer } from '../mail.ts';
import { requirePasswords } from '../oidc/require-passwords.ts';
import { makeLink } from './password-reset-link.ts';
import { requireAttempt } from '../require-attempt.ts';
import { defineStrictObject } from '../../http/schema-parts.ts';

const HOUR_MS = 3_600_000;
/** Maximum number of mails to one e-mail address in an hour. Further ones are not sent, and the answer is the same. */
const MAX_MAILS_PER_HOUR = 3;
/** Maximum number of requests from one IP address in an hour. */
const MAX_REQUESTS_PER_HOUR = 30;

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/v1/password-resets',
  summary: 'Send a link by mail that sets a new password',
  description:
    'The answer is the same whether or not the address has an account. Where the service sends no mail, an admin of ' +
    'the organization makes the link.',
  security: { kind: 'public' },
  body: defineStrictObject('PasswordResetRequest', { email: { type: 'string', format: 'email', maxLength: 320 } }),
  responses: {
    202: { description: 'A mail is on its way if the address has an account.' },
    403: { description: 'The service accepts no passwords.' },
    409: { description: 'The service sends no mail.' },
  },
  async handler(context, { body, message }) {
    requirePasswords(context);
    const { mailer } = context.accounts;
    if (mailer === null)
      throw conflict('This service sends no mail; ask an admin of your organization for a reset link');
    const { people } = context.store.management;
    const email = body.email.toLowerCase();
    const address = clientNetwork(message);
    await requireAttempt(people, `reset|from|${address}`, MAX_REQUESTS_PER_HOUR, HOUR_MS);
    const { allowed } = await people.takeAttempt(`reset|to|${email}`, MAX_MAILS_PER_HOUR, HOUR_MS);
    // This is not awaited, because the time of the answer would reveal whether there is an account.
    if (allowed)
      void mailLinks(context, mailer, email).catch((err: unknown) => {
        context.log.error({ err, part: 'mail' }, 'Could not prepare a password reset');
      });
    return { status: 202 };
  },
});

async function mailLinks(context: AppContext, mailer: Mailer, email: string): Promise<void> {
  const { people } = context.store.management;
  const { publicUrl, auth } = context.config;
  const accounts = await people.findAccountsToMail(email);
  if (accounts.length === 0) return;
  const links: string[] = [];
  for (const { userId, organizationNames } of accounts) {
    const { url, tokenHash } = makeLink(publicUrl, 'reset-password');
    await people.makeMailedReset(userId, { tokenHash, lifetimeMs: auth.passwordResetLifetimeMs });
    const names = organizationNames.map(oneLine).join(', ');
    links.push(`${names === '' ? 'Your account' : `Your account in ${names}`}:\n${url}`);
  }
  const { host } = new URL(publicUrl);
  await mailer.send({
    to: email,
    subject: `Reset your password on ${host}`,
    text:
      `Someone requested a new password for ${email} on ${host}. ` +
      'To set a new password, open the link within ' +
      `${Math.ceil(auth.passwordResetLifetimeMs / MINUTE_MS)} minutes. It works once.\n\n` +
      `${links.join('\n\n')}\n\nIf you did not request this, ignore this e-mail. Your password does not change.\n`,
  });
}

const MINUTE_MS = 60_000;
const MAX_NAME_LENGTH = 60;

/** Removes line breaks and links from names, which admins choose. */
function oneLine(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N} _&'-]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH);
}
