import type { Row } from '../row.ts';
import { measureScaling } from './executor-scaling.ts';
import { measureExecutorShares } from './executor-shares.ts';
import { measurePools } from './pools.ts';

/** Rows for several executors: what each takes, how more of them help, and pools of them. */
export const EXECUTOR_ROWS: Row[] = [
  { name: 'shares', when: 'full', run: async () => [await measureExecutorShares()] },
  { name: 'scaling', when: 'full', run: async () => [await measureScaling()] },
  {
    name: 'pools',
    when: 'full',
    run: async (_measurements, quick) => [
      await measurePools('redis', quick ? 10 : 20),
      await measurePools('postgres', quick ? 10 : 20),
    ],
  },
];
