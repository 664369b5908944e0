import { defineRoute } from '../../http/define-route.ts';
import { object } from '../../http/schema-parts.ts';

export const readSetup = defineRoute({
  method: 'GET',
  path: '/v1/setup',
  summary: 'Read whether there is no admin yet, and how people sign in',
  tag: 'Set-up',
  security: { kind: 'public' },
  responses: {
    200: {
      description: 'The state.',
      schema: object({
        needed: { type: 'boolean' },
        sendsMail: { type: 'boolean', description: 'A forgotten password can be reset by mail.' },
        acceptsPasswords: { type: 'boolean', description: 'False if only an identity provider signs people in.' },
        oidcLabel: {
          type: 'string',
          nullable: true,
          description: 'The text of the button that signs in at the identity provider; null if there is none.',
        },
      }),
    },
  },
  async handler(context) {
    const { oidc } = context.config.auth;
    const acceptsPasswords = oidc?.only !== true;
    const body = {
      needed: !(await context.store.management.people.anyUser()),
      sendsMail: context.accounts.mailer !== null && acceptsPasswords,
      acceptsPasswords,
      oidcLabel: oidc?.label ?? null,
    };
    return {
      status: 200,
      body,
    };
  },
});
