import { setTimeout as pause } from 'node:timers/promises';
import { startRedisCluster, startRedisSentinel } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { labFault } from '../lab-fault.ts';
import { noServiceEnded, onlyAccepted } from '../bars.ts';
import { postDuring } from '../post-runs.ts';
import { untilPickedUp } from '../recovery.ts';
import type { FaultSize } from '../fault.ts';

/** A key with the hash tag of the queue. */
const KEY_OF_QUEUE = '{workflow}';
const SENTINELS = 3;

/** A Redis of several servers, with a function that makes it lose one. */
interface Topology {
  env: Record<string, string>;
  /** Loses a server. Resolves when Redis accepts writes again. */
  lose(size: FaultSize): Promise<void>;
  stop(): Promise<void>;
}

const TOPOLOGIES: { name: string; start(): Promise<Topology> }[] = [
  {
    name: 'Sentinel fails over',
    start: async () => {
      const redis = await startRedisSentinel(SENTINELS);
      return {
        env: { REDIS_SENTINELS: redis.sentinels.join(','), REDIS_SENTINEL_MASTER: redis.master },
        lose: () => redis.failOver(),
        stop: () => redis.stop(),
      };
    },
  },
  {
    name: 'Cluster loses a master, its replica takes over',
    start: async () => {
      const redis = await startRedisCluster({ replicas: true });
      return {
        env: { REDIS_CLUSTER_NODES: redis.nodes.join(',') },
        lose: () => redis.failOver(KEY_OF_QUEUE),
        stop: () => redis.stop(),
      };
    },
  },
  {
    name: 'Cluster of three loses a master, which returns empty',
    start: async () => {
      const redis = await startRedisCluster();
      return {
        env: { REDIS_CLUSTER_NODES: redis.nodes.join(',') },
        lose: async (size) => {
          const master = await redis.masterOf(KEY_OF_QUEUE);
          await master.kill();
          await pause(size.of(10_000, 4_000));
          await master.start();
        },
        stop: () => redis.stop(),
      };
    },
  },
];

/** Redis loses the server that has the queue: callers do not notice it, and executors continue without a restart. */
export const redisFailovers = TOPOLOGIES.map(({ name, start }) =>
  labFault({
    name,
    short: false,
    share: 0.25,
    inject: async ({ size, startLab, defer }) => {
      const topology = await start();
      defer(topology.stop);
      const lab = await startLab({
        backend: 'env',
        env: topology.env,
        executors: 2,
      });
      const request = await runRequest(lab);
      let recoverySeconds = 0;
      const posted = await postDuring({ requests: [request], ratePerSecond: size.of(300, 100) }, async () => {
        await pause(2_000);
        await topology.lose(size);
        recoverySeconds = await untilPickedUp(lab);
        await pause(2_000);
      });
      return {
        accepted: posted.accepted,
        withinSeconds: 60,
        recoverySeconds,
        bars: [
          onlyAccepted(posted),
          { text: `p99 ${Math.round(posted.latencies.quantileMs(0.99))} ms`, met: true },
          noServiceEnded(lab),
        ],
      };
    },
  }),
);
