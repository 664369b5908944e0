import { POOL_NAME } from '@workflow/workflow-model';
import { defineRoute } from '../http/define-route.ts';
import { defineObject, query } from '../http/schema-parts.ts';

const count = { type: 'integer', minimum: 0 } as const;

const figures = {
  waiting: {
    ...count,
    description: 'Sessions that an executor could take now; counted up to 100,000 in the backlog of each pool.',
  },
  running: count,
  oldestWaitingSeconds: { type: 'number', minimum: 0, description: '0 when none waits.' },
  wantedExecutors: {
    ...count,
    description: 'Enough executors to have a slot for each session that waits or runs.',
  },
  executors: { ...count, description: 'Living executors that take sessions.' },
} as const;

const poolSchema = defineObject('PoolScaling', { pool: { type: 'string' }, ...figures });

const scalingSchema = defineObject('Scaling', {
  ...figures,
  pools: {
    type: 'array',
    items: poolSchema,
    description:
      'The figures of each executor pool that has executors, or sessions that wait or run. `pool` selects one.',
  },
});

const NO_LOAD = { backlog: 0, enqueued: 0, running: 0, oldestWaitingSeconds: 0, executors: 0, slots: 0 };

/** Returns the numbers that an autoscaler of executors needs, even while no executor runs. */
export const readScaling = defineRoute({
  method: 'GET',
  path: '/v1/operator/scaling',
  summary: 'Read how many executors are wanted',
  security: { kind: 'operator' },
  query: query({
    pool: { type: 'string', pattern: POOL_NAME, description: 'The figures of this executor pool alone.' },
  }),
  responses: { 200: { description: 'The figures of all organizations.', schema: scalingSchema } },
  async handler({ config, store }, { query: { pool: only } }) {
    const load = await store.operator.readLoad();
    const shown =
      only === undefined ? load.pools : [load.pools.find(({ pool }) => pool === only) ?? { pool: only, ...NO_LOAD }];
    const pools = shown.map((of) => ({ pool: of.pool, ...scalingOf(of, config.executorConcurrency) }));
    const wantedExecutors = pools.reduce((sum, of) => sum + of.wantedExecutors, 0);
    const all = only === undefined ? { ...scalingOf(load, config.executorConcurrency), wantedExecutors } : pools[0];
    return { status: 200, body: { ...all, pools } };
  },
});

function scalingOf(
  { backlog, enqueued, running, oldestWaitingSeconds, executors, slots }: typeof NO_LOAD,
  executorConcurrency: number,
) {
  const waiting = backlog + enqueued;
  const perExecutor = executors === 0 ? executorConcurrency : slots / executors;
  const wantedExecutors = Math.ceil((waiting + running) / perExecutor);
  return { waiting, running, oldestWaitingSeconds, wantedExecutors, executors };
}
