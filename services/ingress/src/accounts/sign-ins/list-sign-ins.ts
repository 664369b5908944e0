import { defineRoute } from '../../http/define-route.ts';
import { defineObject, object, time, uuid } from '../../http/schema-parts.ts';

const signInSchema = defineObject('SignIn', {
  id: uuid,
  signedInAt: time,
  lastSeenAt: { ...time, description: 'At most a day behind.' },
  expiresAt: time,
  address: { type: 'string', nullable: true, description: 'The client address of the sign-in.' },
  userAgent: { type: 'string', nullable: true },
  current: { type: 'boolean', description: 'The sign-in of this request.' },
});

export const listSignIns = defineRoute({
  method: 'GET',
  path: '/v1/account/sign-ins',
  summary: "List the signed-in person's sign-ins, newest first",
  security: { kind: 'person' },
  responses: {
    200: {
      description: 'Their cookie sessions, at most 200.',
      schema: object({ items: { type: 'array', items: signInSchema } }),
    },
  },
  async handler(context, { message }) {
    const { userId, signInId } = await context.accounts.users.signedIn(message);
    const signIns = await context.store.management.people.listSignIns(userId);
    const items = signIns.map((one) => ({ ...one, current: one.id === signInId }));
    return { status: 200, body: { items } };
  },
});
