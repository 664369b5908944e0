import { defineRoute } from '../http/define-route.ts';
import { notFound } from '../errors/required.ts';
import { defineObject, params, uuid } from '../http/schema-parts.ts';

const drainSchema = defineObject('ExecutorDrain', { id: uuid, draining: { type: 'boolean' } });

export const drainExecutor = defineRoute({
  method: 'POST',
  path: '/v1/operator/executors/{id}/drain',
  summary: 'Drain an executor, so that it takes no further sessions',
  description:
    'Within 2 s the executor takes no further sessions. It finishes those that it runs, and idles until its ' +
    'supervisor stops it.',
  security: { kind: 'operator' },
  params: params('id'),
  responses: { 202: { description: 'The executor learns of it with its next heartbeat.', schema: drainSchema } },
  async handler({ log, store }, { params: { id } }) {
    if (!(await store.operator.drainExecutor(id))) throw notFound('Executor', id);
    log.info({ executorId: id }, 'An operator drains an executor');
    return { status: 202, body: { id, draining: true } };
  },
});
