import { DEFAULT_POOL } from '@workflow/workflow-model';
import type { RedisAddress } from './queue-options.ts';

/**
 * Returns the prefix of every Redis key. BullMQ does not support the `keyPrefix` of ioredis. In a Cluster the braces
 * put all keys of the queue on one node, which scripts with several keys require.
 */
export const keyPrefixOf = (redis: RedisAddress): string => (redis.kind === 'cluster' ? '{workflow}' : 'workflow');
/** Returns the name of a pool's queue. The names of pools have no dot. */
export const queueNameOf = (name: string, pool: string): string => (pool === DEFAULT_POOL ? name : `${name}.${pool}`);
/** The schema of BullMQ's tables on PostgreSQL. */
export const POSTGRES_SCHEMA = 'bullmq';

/** The timeout of every operation of a producer. A default client hangs while Redis does not answer. */
export const OPERATION_TIMEOUT_MS = 2_000;
export const CONNECT_TIMEOUT_MS = 1_000;
/**
 * A connection without an answer for this long is broken, although nobody closed it. A timeout of the operation alone
 * would leave it in use.
 */
export const NO_ANSWER_AFTER_MS = OPERATION_TIMEOUT_MS + 500;
/** The interval of pings on a connection that only listens. */
export const LISTENER_PING_EVERY_MS = 2_000;
/** The maximum delay until a client reconnects after its server returned. */
export const MAX_RECONNECT_DELAY_MS = 500;

/** A dead executor's jobs are found after at most LOCK_DURATION_MS + STALLED_INTERVAL_MS. */
export const LOCK_DURATION_MS = 10_000;
export const STALLED_INTERVAL_MS = 5_000;
/** Seconds that an idle consumer blocks on the queue. BullMQ notices a dead connection one second later. */
export const DRAIN_DELAY_S = { redis: 2, postgres: 5 } as const;
/** The delay of a worker after a lost connection. BullMQ's default is 15 s. */
export const RUN_RETRY_DELAY_MS = 500;
/**
 * A worker's socket that received nothing for this long is broken, because an idle consumer gets an answer every
 * DRAIN_DELAY_S.
 */
export const WORKER_SOCKET_TIMEOUT_MS = 6_000;
/**
 * Options of connections to a queue on PostgreSQL. Jobs that a crash loses are rescued, so no commit waits for the
 * disk. Plans do not depend on statistics (docs/decisions/0067-the-queue-on-postgresql-does-not-wait-for-the-disk.md).
 */
export const POSTGRES_SETTINGS = [
  'synchronous_commit=off',
  'jit=off',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');
/**
 * The maximum number of jobs that are added one by one. More are added in one call. On Redis each call is a round trip.
 */
export const MAX_SINGLE_ADDS = { redis: 1, postgres: 8 } as const;
/** Connections to PostgreSQL that add and count jobs of one pool. They are closed when they are idle. */
export const PRODUCER_POOL_SIZE = 4;
/** The timeout of BullMQ's statements on PostgreSQL, in the server and in the client. */
export const STATEMENT_TIMEOUT_MS = 5_000;
export const STATEMENT_ANSWER_TIMEOUT_MS = 6_000;
/**
 * Lower than the timeouts above: when the first statement on a dead connection times out, idle dead connections are
 * already closed.
 */
export const IDLE_CONNECTION_MS = 3_000;
/** PostgreSQL counts crashes. BullMQ must not fail a job for stalling, because a failed job occupies its id. */
export const MAX_STALLED_COUNT = 1_000_000;
