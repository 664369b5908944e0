import type { RedisAddress } from './queue-options.ts';

/**
 * First part of every Redis key; BullMQ refuses ioredis' own `keyPrefix`. In a Cluster the braces put all keys of the
 * queue on one node, which scripts over several keys need.
 */
export const keyPrefixOf = (redis: RedisAddress): string => (redis.kind === 'cluster' ? '{workflow}' : 'workflow');
/** Schema of BullMQ's tables on PostgreSQL. */
export const POSTGRES_SCHEMA = 'bullmq';

/** Every operation of a producer answers or rejects within this time; a default client hangs while Redis is away. */
export const OPERATION_TIMEOUT_MS = 2_000;
export const CONNECT_TIMEOUT_MS = 1_000;
/**
 * A connection without an answer for this long is broken, though nobody closed it: a time-out of the operation alone
 * would leave it in use.
 */
export const NO_ANSWER_AFTER_MS = OPERATION_TIMEOUT_MS + 500;
/** How often a connection that only listens is pinged. */
export const LISTENER_PING_EVERY_MS = 2_000;
/** A client reconnects at most this long after its server returned. */
export const MAX_RECONNECT_DELAY_MS = 500;

/** A dead executor's jobs are found after at most LOCK_DURATION_MS + STALLED_INTERVAL_MS. */
export const LOCK_DURATION_MS = 10_000;
export const STALLED_INTERVAL_MS = 5_000;
/** Seconds that an idle consumer blocks on the queue; BullMQ notices a dead connection one second later. */
export const DRAIN_DELAY_S = { redis: 2, postgres: 5 } as const;
/** With BullMQ's default of 15 s a worker takes no jobs for that long after a lost connection. */
export const RUN_RETRY_DELAY_MS = 500;
/**
 * A worker's socket that received nothing for this long is broken: an idle consumer gets an answer every DRAIN_DELAY_S.
 */
export const WORKER_SOCKET_TIMEOUT_MS = 6_000;
/**
 * Options of connections to a queue on PostgreSQL. Jobs that a crash loses are rescued, so no commit waits for the
 * disk; plans do not depend on statistics (docs/decisions/0067-the-queue-on-postgresql-does-not-wait-for-the-disk.md).
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
/** More jobs than that are added in one call. On Redis each call is a round trip. */
export const MAX_SINGLE_ADDS = { redis: 1, postgres: 8 } as const;
/** Connections to PostgreSQL over which jobs are added and counted. */
export const PRODUCER_POOL_SIZE = 4;
/** BullMQ's statements on PostgreSQL, in the server and at its client. */
export const STATEMENT_TIMEOUT_MS = 5_000;
export const STATEMENT_ANSWER_TIMEOUT_MS = 6_000;
/**
 * Less than the time-out above: when the first statement on a dead connection times out, idle dead ones are gone.
 */
export const IDLE_CONNECTION_MS = 3_000;
/** Crashes are counted in PostgreSQL; BullMQ must not fail a job for stalling, because a failed job keeps its id. */
export const MAX_STALLED_COUNT = 1_000_000;
