import { Redis } from 'ioredis';
import { CONNECT_TIMEOUT_MS, DEAF_AFTER_MS, MAX_RECONNECT_DELAY_MS, OPERATION_TIMEOUT_MS } from './queue-settings.ts';

export const reconnectDelay = (times: number): number => Math.min(50 * 2 ** Math.min(times, 6), MAX_RECONNECT_DELAY_MS);

/** A client that fails fast while Redis is away, for producers and everything that a request may wait for. */
export function createFailFastRedis(url: string, role: string, onError: (error: Error) => void): Redis {
  const client = new Redis(url, {
    connectionName: role,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: OPERATION_TIMEOUT_MS,
    socketTimeout: DEAF_AFTER_MS,
    retryStrategy: reconnectDelay,
  });
  client.on('error', onError);
  return client;
}

/** BullMQ's jobs vanish silently from a Redis that evicts keys when its memory is full. */
export async function warnOfEviction(client: Redis, onError: (error: Error) => void): Promise<void> {
  const memory = await client.info('memory').catch(() => '');
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (policy !== undefined && policy !== 'noeviction') {
    onError(new Error(`Redis runs with maxmemory-policy ${policy} and may drop jobs: set it to noeviction`));
  }
}
