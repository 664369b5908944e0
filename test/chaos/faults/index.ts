import type { Fault } from '../fault.ts';
import { executorKilled } from './executor-killed.ts';
import { batchFaults, batchPaused } from './batch-faults.ts';
import { flowFaults } from './flow-faults.ts';
import { halfOpen } from './half-open.ts';
import { hostileCode } from './hostile-code.ts';
import { ingressKilled } from './ingress-killed.ts';
import { killingSessions } from './killing-sessions.ts';
import { manySessions } from './many-sessions.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { pgBouncerKilled } from './pgbouncer-killed.ts';
import { postgresFailovers } from './postgres-failover.ts';
import { postgresKilled } from './postgres-killed.ts';
import { redisFailovers } from './redis-failover.ts';
import { redisFaults } from './redis-faults.ts';
import { repeatedRequests } from './repeated-requests.ts';
import { rollingRestart } from './rolling-restart.ts';
import { timeAndPeople } from './time-and-people.ts';
import { webhookBurst } from './webhook-burst.ts';
import { wrongClocks } from './wrong-clock.ts';

export const FAULTS: Fault[] = [
  executorKilled,
  ...batchFaults,
  batchPaused,
  ...flowFaults,
  ingressKilled,
  ...redisFaults,
  ...redisFailovers,
  postgresKilled,
  ...postgresFailovers,
  ...pgBouncerKilled,
  ...halfOpen,
  rollingRestart,
  hostileCode,
  ...killingSessions,
  noisyNeighbour,
  repeatedRequests,
  webhookBurst,
  ...wrongClocks,
  ...timeAndPeople,
  ...manySessions,
];
