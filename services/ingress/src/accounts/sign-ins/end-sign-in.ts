import { notFound } from '../../errors/required.ts';
import { defineRoute } from '../../http/define-route.ts';
import { params } from '../../http/schema-parts.ts';

export const endSignIn = defineRoute({
  method: 'DELETE',
  path: '/v1/account/sign-ins/{id}',
  summary: "End one of the signed-in person's sign-ins",
  security: { kind: 'person' },
  params: params('id'),
  responses: { 204: { description: 'Its cookie no longer works.' } },
  async handler(context, { message, params: { id } }) {
    const { userId } = await context.accounts.users.signedIn(message);
    if (!(await context.store.management.people.endSignIn(userId, id))) throw notFound('Sign-in', id);
    return { status: 204 };
  },
});
