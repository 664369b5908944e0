import { conflict } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { defineObject, params, uuid } from '../http/schema-parts.ts';
import { OPERATOR } from './operated-organization.ts';

export const requeueSession = defineRoute({
  method: 'POST',
  path: '/v1/operator/sessions/{id}/requeue',
  summary: 'Enqueue a QUEUED or RUNNING session again',
  description:
    'An executor that runs it loses its claim, and another one resumes the session at its committed steps. The ' +
    "organization's audit log records the change.",
  security: { kind: 'operator' },
  params: params('id'),
  responses: {
    200: {
      description: 'The session is in the backlog.',
      schema: defineObject('RequeuedSession', { id: uuid, status: { type: 'string', enum: ['QUEUED'] } }),
    },
    409: { description: 'It has ended, is WAITING, or is put on hold by flow control or a pause.' },
  },
  async handler({ store }, { params: { id } }) {
    const outcome = await store.operator.requeueSession(OPERATOR, id);
    if (outcome.kind === 'not-found') throw notFound('Session', id);
    if (outcome.kind === 'held') throw conflict('Flow control or a pause holds the session back');
    if (outcome.kind === 'not-waiting') throw conflict(`The session is ${outcome.status}`);
    return { status: 200, body: { id, status: 'QUEUED' } };
  },
});
