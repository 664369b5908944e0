import { conflict } from '../errors/api-error.ts';
import { defineRoute } from '../http/define-route.ts';
import { sessionNotFound } from '../errors/required.ts';
import { sessionParams } from './session-route-schemas.ts';
import { sessionSchema } from './session-schemas.ts';

export const startSession = defineRoute({
  method: 'POST',
  path: '/v1/sessions/{id}/start',
  summary: 'Start a delayed session now',
  description: 'The time until it expires, if any, counts from now.',
  security: { kind: 'caller', scope: 'run' },
  params: sessionParams,
  responses: {
    200: { description: 'The session. An executor claims it soon.', schema: sessionSchema },
    404: { description: 'No such session.' },
    409: { description: 'The session is not delayed.' },
  },
  async handler(context, { params }, caller) {
    const outcome = await context.store.sessions.commands.startDelayed(caller.organizationId, params.id);
    if (outcome.kind === 'not-found') throw sessionNotFound(params.id);
    if (outcome.kind === 'not-delayed') throw conflict('The session is not delayed: it has no start to wait for');
    return { status: 200, body: outcome.session };
  },
});
