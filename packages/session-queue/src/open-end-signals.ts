import type { EndSignals } from './end-signals.ts';
import { createPostgresEndSignals } from './postgres-end-signals.ts';
import type { SessionQueueOptions } from './queue-options.ts';
import { createRedisEndSignals } from './redis-end-signals.ts';

/** Signals over the same server as the queue; lost signals are made up for by polling PostgreSQL. */
export function createEndSignals(options: SessionQueueOptions): EndSignals {
  return options.redis === null ? createPostgresEndSignals(options) : createRedisEndSignals(options, options.redis);
}
