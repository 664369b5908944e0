import { makeLink } from '../accounts/passwords/password-reset-link.ts';
import { conflict } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { defineObject, time } from '../http/schema-parts.ts';
import { OPERATOR } from './operated-organization.ts';

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/v1/operator/password-resets',
  summary: 'Create a link that sets a person’s password',
  description:
    'Shown once, works once. It gives access to every organization of the person, is recorded in their audit logs, ' +
    'and proves no e-mail address. Where only an identity provider signs people in (`OIDC_ONLY`), the link signs the ' +
    'person in once instead.',
  security: { kind: 'operator' },
  body: defineSchema('OperatorPasswordReset', {
    type: 'object',
    additionalProperties: false,
    required: ['user'],
    properties: {
      user: {
        type: 'string',
        maxLength: 320,
        pattern: '^([^@\\s]+@[^@\\s]+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
        'x-message': 'must be an e-mail address or the id of a user',
      },
      removeSecondFactor: {
        type: 'boolean',
        description: 'For a person who lost the authenticator app and the backup codes.',
      },
    },
  }),
  bodyExample: { user: 'ada@example.com' },
  responses: {
    201: {
      description: 'The link, for this person alone.',
      schema: defineObject('OperatorPasswordResetLink', {
        url: { type: 'string' },
        email: { type: 'string' },
        expiresAt: time,
      }),
    },
    409: { description: 'Several accounts have the address: name one by its id.' },
  },
  async handler({ config, store }, { body: { user, removeSecondFactor = false } }) {
    const page = config.auth.oidc?.only === true ? 'sign-in-link' : 'reset-password';
    const { url, tokenHash } = makeLink(config.publicUrl, page);
    const outcome = await store.operator.makePasswordReset(OPERATOR, user, {
      tokenHash,
      lifetimeMs: config.auth.passwordResetLifetimeMs,
      removesSecondFactor: removeSecondFactor,
    });
    if (outcome.kind === 'not-found') throw notFound('User', user);
    if (outcome.kind === 'ambiguous') {
      const reason = `Several accounts have this address; name one by its id: ${outcome.userIds.join(', ')}`;
      throw conflict(reason);
    }
    const { email, expiresAt } = outcome;
    return { status: 201, body: { url, email, expiresAt } };
  },
});
