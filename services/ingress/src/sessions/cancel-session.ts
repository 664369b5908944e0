import { conflict, type ApiError } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';
import { sessionSchema } from './session-schemas.ts';

export function cancelRefused(status: string): ApiError {
  return conflict(`The session has ended: it is ${status}`);
}

export const cancelSession = defineRoute({
  method: 'POST',
  path: '/v1/sessions/{id}/cancel',
  summary: 'Cancel a session and its children',
  security: { kind: 'caller', scope: 'run' },
  params: sessionParams,
  responses: {
    200: { description: 'The session, CANCELLED.', schema: sessionSchema },
    404: { description: 'No such session.' },
    409: { description: 'The session has ended.' },
  },
  async handler(context, { params }, caller) {
    const outcome = await context.store.sessions.commands.cancel(caller.organizationId, params.id);
    if (outcome.kind === 'not-found') throw sessionNotFound(params.id);
    if (outcome.kind === 'terminal') throw cancelRefused(outcome.status);
    return { status: 200, body: outcome.session };
  },
});
