import type { Fault } from '../fault.ts';
import { batchFaults, batchPaused } from './batch-faults.ts';
import { flowFaults } from './flow-faults.ts';
import { hostileCode } from './hostile-code.ts';
import { killedServices } from './killed-services.ts';
import { killingSessions } from './killing-sessions.ts';
import { manySessions } from './many-sessions.ts';
import { networks } from './networks.ts';
import { neighbours } from './neighbours.ts';
import { pgBouncerKilled } from './pgbouncer-killed.ts';
import { postgresFailovers } from './postgres-failover.ts';
import { postgresKilled } from './postgres-killed.ts';
import { redisFailovers } from './redis-failover.ts';
import { redisFaults } from './redis-faults.ts';
import { senders } from './senders.ts';
import { steadyMemory } from './steady-memory.ts';
import { timeAndPeople } from './time-and-people.ts';
import { wrongClocks } from './wrong-clocks.ts';

/** All faults. The longest ones are first, because the others can run next to them. */
export const FAULTS: Fault[] = [
  ...steadyMemory,
  ...networks,
  ...killedServices,
  ...batchFaults,
  batchPaused,
  ...flowFaults,
  ...redisFaults,
  ...redisFailovers,
  postgresKilled,
  ...postgresFailovers,
  ...pgBouncerKilled,
  hostileCode,
  ...killingSessions,
  ...senders,
  ...wrongClocks,
  ...timeAndPeople,
  ...manySessions,
  ...neighbours,
];
