import { defineRoute } from '../http/define-route.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';
import { sessionSchema } from './session-schemas.ts';

export const getSession = defineRoute({
  method: 'GET',
  path: '/v1/sessions/{id}',
  summary: 'Read a session',
  security: { kind: 'caller', scope: 'read' },
  params: sessionParams,
  responses: { 200: { description: 'The session.', schema: sessionSchema }, 404: { description: 'No such session.' } },
  async handler(context, { params }, caller) {
    const session = await context.store.sessions.queries.find(caller.organizationId, params.id);
    if (session === null) throw sessionNotFound(params.id);
    return { status: 200, body: session };
  },
});
