import { redisCommand, startRedisCluster, startRedisSentinel, type Lab } from '@workflow/test-harness';

/** The list of active jobs that BullMQ has on Redis. */
const ACTIVE_JOBS = 'sessions:active';

/** The servers of a queue, which can all be taken away. */
export interface QueueServers {
  backend: 'redis' | 'postgres' | 'env';
  env: Record<string, string>;
  /** Kills the servers of a queue on Redis. */
  kill(lab: Lab): Promise<void>;
  /** Starts them again, empty. */
  start(lab: Lab): Promise<void>;
  countActive(lab: Lab): Promise<number>;
  /** Stops the servers that are not the lab's. */
  stop(): Promise<void>;
}

/** Functions that start the servers of a queue, by the name of their kind. */
export const QUEUE_SERVERS = {
  redis: async () => ({
    backend: 'redis',
    env: {},
    kill: (lab) => lab.redis!.kill(),
    start: (lab) => lab.redis!.start(),
    countActive: (lab) => activeOnRedis(lab.redis!.port, 'workflow'),
    stop: async () => {},
  }),
  Sentinel: async () => {
    const redis = await startRedisSentinel(3);
    return {
      backend: 'env',
      env: { REDIS_SENTINELS: redis.sentinels.join(','), REDIS_SENTINEL_MASTER: redis.master },
      kill: () => redis.kill(),
      start: () => redis.start(),
      countActive: async () => activeOnRedis(redis.masterPort, 'workflow'),
      stop: () => redis.stop(),
    };
  },
  Cluster: async () => {
    const redis = await startRedisCluster();
    const prefix = '{workflow}';
    return {
      backend: 'env',
      env: { REDIS_CLUSTER_NODES: redis.nodes.join(',') },
      kill: () => redis.kill(),
      start: () => redis.start(),
      countActive: async () => activeOnRedis((await redis.masterOf(prefix)).port, prefix),
      stop: () => redis.stop(),
    };
  },
  postgres: async () => ({
    backend: 'postgres',
    env: {},
    kill: async () => {},
    start: async () => {},
    countActive: (lab) =>
      lab.withDatabase(async (database) => {
        const { rows } = await database.query<{ active: number }>(
          `SELECT count(*)::int AS active FROM bullmq.job WHERE state = 'active'`,
        );
        return rows[0]!.active;
      }),
    stop: async () => {},
  }),
} satisfies Record<string, () => Promise<QueueServers>>;

export type QueueKind = keyof typeof QUEUE_SERVERS;

/** Returns the length of the list of active jobs. The reply is an integer, as in `:1`. */
async function activeOnRedis(port: number, prefix: string): Promise<number> {
  return Number.parseInt((await redisCommand(port, `LLEN ${prefix}:${ACTIVE_JOBS}`)).slice(1), 10);
}
