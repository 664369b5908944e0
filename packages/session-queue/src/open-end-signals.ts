import type { EndSignals } from './end-signals.ts';
import { createPostgresEndSignals } from './postgres-end-signals.ts';
import type { SessionQueueOptions } from './queue-options.ts';
import { createRedisEndSignals } from './redis-end-signals.ts';
import { createQueueSeal } from './queue-seal.ts';

/**
 * Opens signals on the server of the queue. If one is lost, the ingress finds the end by polling PostgreSQL.
 *
 * @param keys 32 bytes each: the first seals the outcomes, and all of them open outcomes
 */
export function createEndSignals(options: SessionQueueOptions, keys: readonly Uint8Array[]): EndSignals {
  const seal = createQueueSeal(keys, 'end-signals');
  return options.redis === null
    ? createPostgresEndSignals(options, seal)
    : createRedisEndSignals(options, options.redis, seal);
}
