import type { SessionNotifications } from './session-notifications.ts';
import { createPostgresNotifications } from './postgres-notifications.ts';
import type { SessionQueueOptions } from './queue-options.ts';
import { createRedisNotifications } from './redis-notifications.ts';
import { createQueueSeal } from './queue-seal.ts';

/**
 * Opens notifications on the server of the queue. If one is lost, the ingress finds the end by polling PostgreSQL.
 *
 * @param keys 32 bytes each: the first seals the outcomes, and all of them open outcomes
 */
export function createNotifications(options: SessionQueueOptions, keys: readonly Uint8Array[]): SessionNotifications {
  const seal = createQueueSeal(keys, 'end-signals');
  return options.redis === null
    ? createPostgresNotifications(options, seal)
    : createRedisNotifications(options, options.redis, seal);
}
