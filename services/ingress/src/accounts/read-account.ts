import { defineRoute } from '../http/define-route.ts';
import { defineObject, uuid } from '../http/schema-parts.ts';

export const readAccount = defineRoute({
  method: 'GET',
  path: '/v1/account',
  summary: 'The account of the signed-in person',
  security: { kind: 'person' },
  responses: {
    200: {
      description: 'The account.',
      schema: defineObject('Account', {
        id: uuid,
        name: { type: 'string' },
        email: { type: 'string' },
        emailVerified: { type: 'boolean', description: 'A mail proved the address.' },
        hasSecondFactor: { type: 'boolean' },
        secondFactorRequired: {
          type: 'boolean',
          description:
            'An organization of this person requires a second factor. Without one every other request is 403.',
        },
      }),
    },
  },
  async handler(context, { message }) {
    const person = await context.accounts.users.signedIn(message);
    const { userId, name, email, emailVerified, ownSecondFactor: hasSecondFactor } = person;
    const isElsewhere = person.hasSecondFactor && !hasSecondFactor;
    const secondFactorRequired = !isElsewhere && (await context.store.management.people.secondFactorRequired(userId));
    return {
      status: 200,
      body: { id: userId, name, email, emailVerified, hasSecondFactor, secondFactorRequired },
    };
  },
});
