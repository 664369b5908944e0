import { defineRoute } from '../../http/define-route.ts';

export const readSetup = defineRoute({
  method: 'GET',
  path: '/v1/setup',
  operationId: 'readSetup',
  summary: 'Read whether there is no admin yet, and whether the service sends mail',
  tags: ['Set-up'],
  security: { kind: 'public' },
  responses: {
    200: {
      description: 'The state.',
      schema: {
        type: 'object',
        required: ['needed', 'sendsMail'],
        properties: {
          needed: { type: 'boolean' },
          sendsMail: { type: 'boolean', description: 'A forgotten password can be reset by mail.' },
        },
      },
    },
  },
  async handler(context) {
    return {
      status: 200,
      body: { needed: !(await context.store.management.people.anyUser()), sendsMail: context.accounts.mailer !== null },
      headers: { 'Cache-Control': 'no-store' },
    };
  },
});
