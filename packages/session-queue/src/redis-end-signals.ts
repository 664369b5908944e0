import { Redis } from 'ioredis';
import type { EndSignals, SessionQueueOptions } from './contract.ts';
import { CONNECT_TIMEOUT_MS, DEAF_AFTER_MS, KEY_PREFIX, LISTENER_PING_EVERY_MS } from './queue-settings.ts';
import { createFailFastRedis, reconnectDelay } from './redis-client.ts';
import { createSignalBatches } from './signal-batches.ts';

/** Redis publish and subscribe; ioredis subscribes again by itself after a lost connection. */
export function createRedisEndSignals(options: SessionQueueOptions, redisUrl: string): EndSignals {
  const channel = (awaitedBy: string): string => `${KEY_PREFIX}:${options.name}:ended:${awaitedBy}`;
  let publisher: Redis | null = null;
  let subscriber: Redis | null = null;

  const publish = createSignalBatches(async (signals) => {
    publisher ??= createFailFastRedis(redisUrl, 'end-signals', options.onError);
    if (publisher.status !== 'ready') return;
    const pipeline = publisher.pipeline();
    for (const { awaitedBy, sessionIds } of signals) pipeline.publish(channel(awaitedBy), sessionIds.join(','));
    await pipeline.exec();
  });

  return {
    publish,
    subscribe: async (awaitedBy, onEnded) => {
      subscriber ??= subscriberClient(redisUrl, options.onError);
      const name = channel(awaitedBy);
      subscriber.on('message', (from: string, message: string) => {
        if (from === name) onEnded(message.split(','));
      });
      // Waits in the client while Redis is away; not awaited, since signals are only a help.
      subscriber.subscribe(name).catch(options.onError);
    },
    close: async () => {
      publisher?.disconnect();
      subscriber?.disconnect();
    },
  };
}

function subscriberClient(redisUrl: string, onError: (error: Error) => void): Redis {
  const client = new Redis(redisUrl, {
    connectionName: 'end-signals',
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
    socketTimeout: DEAF_AFTER_MS,
    autoResubscribe: true,
  });
  client.on('error', onError);
  const pinging = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(() => undefined);
  }, LISTENER_PING_EVERY_MS);
  pinging.unref();
  client.once('end', () => clearInterval(pinging));
  return client;
}
