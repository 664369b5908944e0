import { requirePasswords } from '../oidc/require-passwords.ts';
import { makeLink } from './password-reset-link.ts';
import { conflict } from '../../errors/api-error.ts';
import { notFound } from '../../errors/required.ts';
import { defineRoute, defineSchema } from '../../http/define-route.ts';
import { actorOf, organizationOf } from '../../http/organization-of.ts';
import { defineObject, params, time } from '../../http/schema-parts.ts';

export const resetMemberPassword = defineRoute({
  method: 'POST',
  path: '/v1/organization/members/{memberId}/password-reset',
  summary: "Create a link that sets a member's password",
  description:
    'Shown once, works once, and replaces any link before it. Not for members of several organizations: whoever ' +
    'has the link could sign in to the others.',
  tag: 'Organization',
  security: { kind: 'caller', scope: 'manage', role: 'admin', keys: false },
  params: params('memberId'),
  bodyOptional: true,
  body: defineSchema('MemberPasswordReset', {
    type: 'object',
    additionalProperties: false,
    properties: {
      removeSecondFactor: {
        type: 'boolean',
        default: false,
        description: 'For a member who lost their authenticator app and the backup codes.',
      },
    },
  }),
  responses: {
    201: {
      description: 'The link, for this member alone.',
      schema: defineObject('PasswordResetLink', {
        url: { type: 'string' },
        email: { type: 'string' },
        expiresAt: time,
      }),
    },
    409: { description: 'The member is in other organizations too.' },
  },
  async handler(context, { params: { memberId }, body }, caller) {
    requirePasswords(context);
    const { url, tokenHash } = makeLink(context.config.publicUrl, 'reset-password');
    const outcome = await organizationOf(context, caller).makeMemberReset(actorOf(caller), memberId, {
      tokenHash,
      lifetimeMs: context.config.auth.passwordResetLifetimeMs,
      removesSecondFactor: body.removeSecondFactor ?? false,
    });
    if (outcome.kind === 'not-found') throw notFound('Member', memberId);
    if (outcome.kind === 'in-other-organizations')
      throw conflict('This person is in other organizations too, which the link would open as well');
    const { email, expiresAt } = outcome;
    return { status: 201, body: { url, email, expiresAt } };
  },
});
