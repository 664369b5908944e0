import type { Row } from '../row.ts';
import { measureAcceptRates } from './accept-rates.ts';
import { measureAnswerLatency } from './answer-latency.ts';
import { measureBatchRate } from './batch-rate.ts';
import { measureDrainRate } from './drain-rate.ts';
import { measureScaling } from './executor-scaling.ts';
import { measureExecutorShares } from './executor-shares.ts';
import { measureFinishRate } from './finish-rate.ts';
import { measureFullTables } from './full-tables.ts';
import { measureIdleCost } from './idle-cost.ts';
import { measureInsertRate } from './insert-rate.ts';
import { measureLargeWebhooks } from './large-webhooks.ts';
import { measureMemory } from './memory-under-load.ts';
import { measureRefusalTiming } from './refusal-timing.ts';
import { measureStartUp } from './start-up-time.ts';
import { measureWaitLatency } from './wait-latency.ts';
import { measureOpenLoopWait, measureWaitRate } from './wait-rate.ts';

/** In the order of the table; the first measures the floor that others are compared with. */
export const ROWS: Row[] = [
  { name: 'floor', quick: true, run: (measurements, quick) => measureAcceptRates(measurements, quick ? 4 : 10) },
  { name: 'inserts', quick: false, run: async (measurements) => [await measureInsertRate(measurements)] },
  {
    name: 'finished',
    quick: true,
    run: (measurements, quick) =>
      measureFinishRate(measurements, { backend: 'redis', seconds: quick ? 15 : 60, bar: 0.4, key: 'finished' }),
  },
  {
    name: 'finished-postgres',
    quick: true,
    run: (measurements, quick) =>
      measureFinishRate(measurements, {
        backend: 'postgres',
        seconds: quick ? 15 : 60,
        bar: 0.25,
        key: 'finishedPostgres',
      }),
  },
  {
    name: 'waited',
    quick: true,
    run: async (measurements, quick) => [
      await measureWaitRate(measurements, { backend: 'redis', seconds: quick ? 10 : 30, bar: 0.25, key: 'waited' }),
    ],
  },
  {
    name: 'waited-postgres',
    quick: true,
    run: async (measurements, quick) => [
      await measureWaitRate(measurements, {
        backend: 'postgres',
        seconds: quick ? 10 : 30,
        bar: 0.12,
        key: 'waitedPostgres',
      }),
    ],
  },
  {
    name: 'waited-open',
    quick: false,
    // Half of what `waited` measured, which `--only` has to name as well.
    run: async (measurements) =>
      Number.isNaN(measurements.waitedPerSecond) ? [] : [await measureOpenLoopWait(measurements)],
  },
  {
    name: 'drained',
    quick: false,
    run: (measurements) =>
      measureDrainRate(measurements, { backend: 'redis', acceptBar: null, drainBar: 0.45, key: 'paused' }),
  },
  {
    name: 'drained-postgres',
    quick: false,
    run: (measurements) =>
      measureDrainRate(measurements, { backend: 'postgres', acceptBar: 0.6, drainBar: 0.25, key: 'pausedPostgres' }),
  },
  { name: 'batch', quick: false, run: async (measurements) => [await measureBatchRate(measurements)] },
  { name: 'shares', quick: false, run: async () => [await measureExecutorShares()] },
  { name: 'latency', quick: false, run: async (measurements) => [await measureAnswerLatency(measurements)] },
  { name: 'wait', quick: false, run: async () => [await measureWaitLatency()] },
  { name: 'full-tables', quick: false, run: () => measureFullTables() },
  { name: 'idle', quick: false, run: async () => [await measureIdleCost()] },
  { name: 'memory', quick: false, run: async () => [await measureMemory()] },
  { name: 'large-webhooks', quick: false, run: async () => [await measureLargeWebhooks()] },
  { name: 'scaling', quick: false, run: async () => [await measureScaling()] },
  { name: 'refusal-timing', quick: false, run: async () => [await measureRefusalTiming()] },
  { name: 'start-up', quick: false, run: async () => [await measureStartUp()] },
];
