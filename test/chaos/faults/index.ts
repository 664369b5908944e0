import type { Fault } from '../fault.ts';
import { attacks } from './attacks.ts';
import { batchFaults, batchPaused } from './batch-faults.ts';
import { bulkCancel } from './bulk-cancel.ts';
import { bulkRetry } from './bulk-retry.ts';
import { delayedFaults } from './delayed-faults.ts';
import { dueTimesFaults } from './due-times-faults.ts';
import { earlyJobKills } from './early-job-kills.ts';
import { executorKilled } from './executor-killed.ts';
import { flowFaults } from './flow-faults.ts';
import { fullDisks } from './full-disk.ts';
import { halfOpenClients } from './half-open-clients.ts';
import { halfOpenConnections } from './half-open-connections.ts';
import { hostileCode } from './hostile-code.ts';
import { ingressKilled } from './ingress-killed.ts';
import { largeBacklog } from './large-backlog.ts';
import { lostNotifications } from './lost-notifications.ts';
import { manyTransactions } from './many-transactions.ts';
import { noisyNeighbour } from './noisy-neighbour.ts';
import { ownResponses } from './own-responses.ts';
import { pgBouncerKilled } from './pgbouncer-killed.ts';
import { postgresClock } from './postgres-clock.ts';
import { postgresFailovers } from './postgres-failover.ts';
import { postgresKilled } from './postgres-killed.ts';
import { publishedWhileKilled } from './published-while-killed.ts';
import { questionFaults } from './question-faults.ts';
import { randomKills } from './random-kills.ts';
import { redisFailovers } from './redis-failover.ts';
import { redisFaults } from './redis-faults.ts';
import { repeatedRequests } from './repeated-requests.ts';
import { rollingRestart } from './rolling-restart.ts';
import { runKillsExecutor } from './run-kills-executor.ts';
import { serverAway } from './server-away.ts';
import { sessionBlocksExecutor } from './session-blocks-executor.ts';
import { sessionKillsExecutor } from './session-kills-executor.ts';
import { skippingSchedules } from './skipping-schedules.ts';
import { slowNetworks } from './slow-network.ts';
import { steadyMemory } from './steady-memory.ts';
import { steppingClocks } from './stepping-clocks.ts';
import { webhookBurst } from './webhook-burst.ts';
import { wrongClock } from './wrong-clock.ts';

/** All faults. The longest ones are first, because the others can run next to them. */
export const FAULTS: Fault[] = [
  ...steadyMemory,
  ...serverAway,
  ...halfOpenConnections,
  halfOpenClients,
  ...lostNotifications,
  ...slowNetworks,
  ...fullDisks,
  executorKilled,
  ingressKilled,
  ...earlyJobKills,
  rollingRestart,
  ...batchFaults,
  batchPaused,
  ...flowFaults,
  ...redisFaults,
  ...redisFailovers,
  postgresKilled,
  ...postgresFailovers,
  ...pgBouncerKilled,
  hostileCode,
  ...sessionKillsExecutor,
  runKillsExecutor,
  sessionBlocksExecutor,
  repeatedRequests,
  ...ownResponses,
  manyTransactions,
  webhookBurst,
  ...wrongClock,
  ...steppingClocks,
  ...postgresClock,
  ...dueTimesFaults,
  ...skippingSchedules,
  ...publishedWhileKilled,
  ...delayedFaults,
  ...questionFaults,
  largeBacklog,
  ...bulkCancel,
  bulkRetry,
  ...randomKills,
  noisyNeighbour,
  ...attacks,
];
