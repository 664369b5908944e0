import { setTimeout as pause } from 'node:timers/promises';
import { finishedSessions, Lab, startRedisCluster, startRedisSentinel, waitFor } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import type { Fault, FaultSize } from '../fault.ts';
import { judge } from '../judge.ts';
import { postRuns } from '../post-runs.ts';
import { watchInvariants } from '../watch-invariants.ts';

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
export const redisFailovers: Fault[] = TOPOLOGIES.map(({ name, start }) => ({
  name,
  short: false,
  share: 0.25,
  run: async (size) => {
    const topology = await start();
    const lab = await Lab.start({
      backend: 'env',
      env: topology.env,
      executors: 2,
      prepareDatabase: watchInvariants,
    });
    try {
      const request = await runRequest(lab);
      let over = false;
      const posts = postRuns({
        requests: [request],
        total: 60_000,
        ratePerSecond: size.of(300, 100),
        until: () => over,
      });
      await pause(2_000);
      await topology.lose(size);
      const backAt = performance.now();
      const finishedThen = await finishedSessions(lab);
      await waitFor(async () => (await finishedSessions(lab)) > finishedThen, {
        withinMs: 60_000,
        everyMs: 50,
        what: 'an executor to pick up',
      });
      const recoverySeconds = Math.round((performance.now() - backAt) / 100) / 10;
      await pause(2_000);
      over = true;
      const posted = await posts;
      const restarts = lab.executors.flatMap((executor) => executor.exits).length;
      return await judge(lab, {
        name,
        accepted: posted.accepted,
        withinSeconds: 60,
        recoverySeconds,
        bars: [
          { text: `answers ${JSON.stringify(posted.statuses)}`, met: Object.keys(posted.statuses).join() === '200' },
          { text: `p99 ${Math.round(posted.latencies.quantileMs(0.99))} ms`, met: true },
          { text: `${restarts} executor restarts`, met: restarts === 0 },
        ],
      });
    } finally {
      await lab.stop();
      await topology.stop();
    }
  },
}));
