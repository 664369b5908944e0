import { conflict } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { actorOf } from '../http/organization-of.ts';
import { DELETED } from '../http/schema-parts.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';

export const deleteSession = defineRoute({
  method: 'DELETE',
  path: '/v1/sessions/{id}',
  summary: 'Delete an ended session and its data',
  description:
    'Also deletes its steps, the sessions that it started, and the answer stored for its `Idempotency-Key`. The ' +
    'audit log records the deletion.',
  security: { kind: 'caller', scope: 'manage', role: 'admin' },
  params: sessionParams,
  responses: {
    204: DELETED,
    404: { description: 'No such session.' },
    409: { description: 'The session, or one that it started, has not ended.' },
  },
  async handler(context, { params: { id } }, caller) {
    const outcome = await context.store.sessions.commands.delete(caller.organizationId, actorOf(caller), id);
    if (outcome.kind === 'not-found') throw sessionNotFound(id);
    if (outcome.kind === 'under-way') {
      const what = outcome.isChild ? 'A session that it started' : 'The session';
      const reason = `${what} has not ended: it is ${outcome.status}; cancel it first`;
      throw conflict(reason);
    }
    return { status: 204 };
  },
});
