import { defineRoute, defineSchema } from '../http/define-route.ts';

const count = { type: 'integer', minimum: 0 } as const;

const scalingSchema = defineSchema('Scaling', {
  type: 'object',
  required: ['waiting', 'running', 'oldestWaitingSeconds', 'wantedExecutors', 'executors'],
  properties: {
    waiting: {
      ...count,
      description: 'Sessions that an executor could take now; counted up to 100,000 in the backlog.',
    },
    running: count,
    oldestWaitingSeconds: { type: 'number', minimum: 0, description: '0 when none waits.' },
    wantedExecutors: {
      ...count,
      description: 'Enough executors to have a slot for each session that waits or runs.',
    },
    executors: { ...count, description: 'Living executors that take sessions.' },
  },
});

/** The numbers that an autoscaler of executors needs, also while no executor runs. */
export const readScaling = defineRoute({
  method: 'GET',
  path: '/v1/operator/scaling',
  operationId: 'readScaling',
  summary: 'Read how many executors are wanted',
  tags: ['Operator'],
  security: { kind: 'operator' },
  responses: { 200: { description: 'The figures of all organizations.', schema: scalingSchema } },
  async handler({ config, store }) {
    const { backlog, enqueued, running, oldestWaitingSeconds, executors, slots } = await store.operator.readLoad();
    const waiting = backlog + enqueued;
    const perExecutor = executors === 0 ? config.executorConcurrency : slots / executors;
    const wantedExecutors = Math.ceil((waiting + running) / perExecutor);
    return { status: 200, body: { waiting, running, oldestWaitingSeconds, wantedExecutors, executors } };
  },
});
