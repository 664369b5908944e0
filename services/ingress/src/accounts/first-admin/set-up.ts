import { conflict, invalidRequest } from '../../errors/api-error.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { name, object } from '../../http/schema-parts.ts';
import { checkPassword, password } from '../passwords/password-schema.ts';

const REFUSALS = {
  exists: 'The service is set up already',
  busy: 'The service is being set up just now',
} as const;

export const setUp = defineRoute({
  method: 'POST',
  path: '/v1/setup',
  summary: 'Create the first admin and organization',
  description:
    'Only while there is no user. Sign in afterwards with `POST /api/auth/sign-in/email`. Where only an identity ' +
    'provider signs people in, the password is not stored and may be missing.',
  tag: 'Set-up',
  security: { kind: 'public' },
  body: defineSchema('SetUp', {
    type: 'object',
    additionalProperties: false,
    required: ['organizationName', 'name', 'email'],
    properties: { organizationName: name, name, email: { type: 'string', format: 'email', maxLength: 320 }, password },
  }),
  responses: {
    201: {
      description: 'Created.',
      schema: object({ email: { type: 'string' } }),
    },
    409: { description: 'There is a user already.' },
  },
  async handler(context, { body }) {
    const { organizationName, name: personName, email } = body;
    const isWithoutPassword = context.config.auth.oidc?.only === true;
    if (!isWithoutPassword && body.password === undefined) throw invalidRequest(['body.password is required']);
    const chosen = isWithoutPassword ? null : (body.password ?? '');
    if (chosen !== null) await checkPassword('password', chosen, [email, personName, organizationName]);
    const outcome = await context.accounts.makeFirstAdmin({ ...body, password: chosen });
    if (outcome !== 'made') throw conflict(REFUSALS[outcome]);
    return { status: 201, body: { email: email.toLowerCase() } };
  },
});
