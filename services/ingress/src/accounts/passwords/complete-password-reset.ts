import { hashCallerKey } from '@workflow/session-store';
import { invalidRequest } from '../../errors/api-error.ts';
import { defineRoute } from '../../http/define-route.ts';
import { requirePasswords } from '../oidc/require-passwords.ts';
import { checkPassword, password } from './password-schema.ts';
import { hashPassword } from './password-hash.ts';
import { defineStrictObject, object } from '../../http/schema-parts.ts';

const MAX_TOKEN_LENGTH = 200;

export const completePasswordReset = defineRoute({
  method: 'POST',
  path: '/v1/password-resets/complete',
  summary: 'Set a new password with the token of a reset link',
  description: 'Works once, and ends every sign-in of the person. Sign in afterwards.',
  security: { kind: 'public' },
  body: defineStrictObject('PasswordReset', {
    token: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_TOKEN_LENGTH,
      description: 'The part of the link after `#`.',
    },
    password,
  }),
  responses: {
    200: {
      description: 'The password is set.',
      schema: object({ email: { type: 'string' } }),
    },
    403: { description: 'The service accepts no passwords.' },
  },
  async handler(context, { body }) {
    requirePasswords(context);
    const { people } = context.store.management;
    const tokenHash = hashCallerKey(body.token);
    const account = await people.findPasswordReset(tokenHash);
    if (account === null) throw unusable();
    await checkPassword('password', body.password, [account.email, account.name]);
    if (!(await people.completePasswordReset(tokenHash, await hashPassword(body.password)))) throw unusable();
    return { status: 200, body: { email: account.email } };
  },
});

function unusable(): Error {
  return invalidRequest(['token is of no open reset link: it was used, has expired or was replaced by a newer one']);
}
