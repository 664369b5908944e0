import type { Row } from '../row.ts';
import { measureAcceptRates } from './accept-rates.ts';
import { measureAnswerLatency } from './answer-latency.ts';
import { measureScaling } from './executor-scaling.ts';
import { measureFinishRate } from './finish-rate.ts';
import { measureFullTables } from './full-tables.ts';
import { measureIdleCost } from './idle-cost.ts';
import { measureLargeWebhooks } from './large-webhooks.ts';
import { measureMemory } from './memory-under-load.ts';
import { measureRefusalTiming } from './refusal-timing.ts';
import { measureStartUp } from './start-up-time.ts';
import { measureWaitLatency } from './wait-latency.ts';

/** In the order of the table; the first gives the floor that others are held against. */
export const ROWS: Row[] = [
  { name: 'floor', quick: true, run: (measurements, quick) => measureAcceptRates(measurements, quick ? 4 : 10) },
  {
    name: 'finished',
    quick: true,
    run: async (measurements, quick) => [await measureFinishRate(measurements, { backend: 'redis', seconds: quick ? 15 : 60, bar: 0.15, key: 'finished' })],
  },
  {
    name: 'finished-postgres',
    quick: false,
    run: async (measurements) => [await measureFinishRate(measurements, { backend: 'postgres', seconds: 60, bar: 0.05, key: 'finishedPostgres' })],
  },
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
