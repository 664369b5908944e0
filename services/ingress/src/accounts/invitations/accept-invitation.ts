import { ApiError, conflict } from '../../errors/api-error.ts';
import { notFound, required } from '../../errors/required.ts';
import { defineRoute } from '../../http/define-route.ts';
import { defineStrictObject, name, object, params } from '../../http/schema-parts.ts';
import { requirePasswords } from '../oidc/require-passwords.ts';
import { findAccountByPassword } from '../passwords/find-account-by-password.ts';
import { checkPassword, password } from '../passwords/password-schema.ts';
import { retryAfter, throttleAccount } from '../sign-ins/sign-in-limits.ts';
import { hashPassword } from '../passwords/password-hash.ts';

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/v1/invitations/{id}/accept',
  summary: 'Accept an invitation with a password',
  description:
    'Joins the organization with the account of the invited e-mail address that has this password, or else with a ' +
    'new one. Sign in afterwards with the same address and password. Other accounts of the address do not matter.',
  tag: 'Set-up',
  security: { kind: 'public' },
  params: params('id'),
  body: defineStrictObject('NewAccount', { name, password }),
  responses: {
    201: {
      description: 'Joined.',
      schema: object({ email: { type: 'string' }, organizationName: { type: 'string' } }),
    },
    403: { description: 'The service accepts no passwords.' },
    409: { description: 'A person with this e-mail address is a member already.' },
  },
  async handler(context, { params: { id }, body }) {
    requirePasswords(context);
    const { people } = context.store.management;
    const { email, organizationName } = required(await people.readInvitation(id), 'Invitation', id);
    await checkPassword('password', body.password, [email, body.name, organizationName]);
    const attempts = throttleAccount(people, context.config.auth, email);
    const waitMs = await attempts.begin();
    if (waitMs !== null) throw new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': retryAfter(waitMs) } });
    const userId = await findAccountByPassword(people, email, body.password);
    if (userId !== null) await attempts.succeeded();
    const account = userId === null ? { name: body.name, passwordHash: await hashPassword(body.password) } : { userId };
    const outcome = await people.joinByInvitation(id, account);
    if (outcome.kind === 'not-found') throw notFound('Invitation', id);
    if (outcome.kind !== 'joined') throw conflict(REASONS[outcome.kind]);
    return { status: 201, body: { email, organizationName } };
  },
});

const REASONS = {
  'member-exists': 'A person with this e-mail address is a member of the organization already',
  'too-many-accounts': 'Too many accounts have this e-mail address; ask for an invitation to another one',
};
