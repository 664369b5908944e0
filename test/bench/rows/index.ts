import type { Row } from '../row.ts';
import { measureAcceptRates } from './accept-rates.ts';
import { AGENT_ROWS } from './agent-rows.ts';
import { measureAnswerLatency } from './answer-latency.ts';
import { BATCH_ROWS } from './batch-rows.ts';
import { COMPONENT_ROWS } from './component-rows.ts';
import { measureInsertRate } from './database-costs.ts';
import { measureDrainRate } from './drain-rate.ts';
import { EXECUTOR_ROWS } from './executor-rows.ts';
import { measureFinishRate } from './finish-rate.ts';
import { measureWithHeld, measureFlowRates } from './flow-rates.ts';
import { measureFullTables } from './full-tables.ts';
import { measureIdleCost } from './idle-cost.ts';
import { measureLargeWebhooks } from './large-webhooks.ts';
import { measureMemory } from './memory-under-load.ts';
import { PEER_ROWS } from './peer-rows.ts';
import { measureRefusalTiming } from './refusal-timing.ts';
import { measureStartUp } from './start-up-time.ts';
import { measureWaitLatency } from './wait-latency.ts';
import { measureOpenLoopWait, measureRespondRate, measureWaitRate } from './wait-rate.ts';

/** The rows in the order of the table. The first one measures the floor that the others are compared with. */
export const ROWS: Row[] = [
  { name: 'floor', when: 'always', run: (measurements, quick) => measureAcceptRates(measurements, quick ? 4 : 10) },
  { name: 'inserts', when: 'full', run: async (measurements) => [await measureInsertRate(measurements)] },
  {
    name: 'finished',
    when: 'always',
    run: (measurements, quick) =>
      measureFinishRate(measurements, { backend: 'redis', seconds: quick ? 15 : 60, bar: 0.4, key: 'finished' }),
  },
  {
    name: 'finished-postgres',
    when: 'always',
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
    when: 'always',
    run: async (measurements, quick) => [
      await measureWaitRate(measurements, { backend: 'redis', seconds: quick ? 10 : 30, bar: 0.25, key: 'waited' }),
    ],
  },
  {
    name: 'waited-postgres',
    when: 'always',
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
    name: 'responded',
    when: 'full',
    run: async (measurements, quick) => [
      await measureRespondRate(measurements, { backend: 'redis', seconds: quick ? 10 : 30 }),
    ],
  },
  {
    name: 'waited-open',
    when: 'full',
    // Uses half the rate that `waited` measured, so `--only` must name that row as well.
    run: async (measurements) =>
      Number.isNaN(measurements.waitedPerSecond) ? [] : [await measureOpenLoopWait(measurements)],
  },
  {
    name: 'drained',
    when: 'full',
    run: (measurements) =>
      measureDrainRate(measurements, { backend: 'redis', acceptBar: null, drainBar: 0.45, key: 'paused' }),
  },
  {
    name: 'drained-postgres',
    when: 'full',
    run: (measurements) =>
      measureDrainRate(measurements, { backend: 'postgres', acceptBar: 0.6, drainBar: 0.25, key: 'pausedPostgres' }),
  },
  ...BATCH_ROWS,
  ...EXECUTOR_ROWS,
  { name: 'flow', when: 'full', run: (_measurements, quick) => measureFlowRates(quick) },
  { name: 'with-held', when: 'full', run: async (_measurements, quick) => [await measureWithHeld(quick)] },
  { name: 'latency', when: 'full', run: async (measurements) => [await measureAnswerLatency(measurements)] },
  { name: 'wait', when: 'full', run: async () => [await measureWaitLatency()] },
  { name: 'full-tables', when: 'full', run: () => measureFullTables() },
  { name: 'idle', when: 'full', run: async () => [await measureIdleCost()] },
  { name: 'memory', when: 'full', run: async () => [await measureMemory()] },
  { name: 'large-webhooks', when: 'full', run: async () => [await measureLargeWebhooks()] },
  { name: 'refusal-timing', when: 'full', run: async () => [await measureRefusalTiming()] },
  ...PEER_ROWS,
  ...COMPONENT_ROWS,
  ...AGENT_ROWS,
  { name: 'start-up', when: 'full', run: measureStartUp },
];
