import type { EndSignals } from './end-signals.ts';
import type { RedisAddress, SessionQueueOptions } from './queue-options.ts';
import { LISTENER_PING_EVERY_MS, NO_ANSWER_AFTER_MS, keyPrefixOf } from './queue-settings.ts';
import { type RedisClient, connectRedis, createFailFastRedis } from './redis-client.ts';
import { createSignalBatches } from './signal-batches.ts';

/** Redis publish and subscribe; ioredis subscribes again by itself after a lost connection. */
export function createRedisEndSignals(options: SessionQueueOptions, address: RedisAddress): EndSignals {
  const channel = (awaitedBy: string): string => `${keyPrefixOf(address)}:${options.name}:ended:${awaitedBy}`;
  let publisher: RedisClient | null = null;
  let subscriber: RedisClient | null = null;

  const publish = createSignalBatches(async (signals) => {
    publisher ??= createFailFastRedis(address, 'end-signals', options.onError);
    if (publisher.status !== 'ready') return;
    const pipeline = publisher.pipeline();
    for (const { awaitedBy, sessionIds } of signals) pipeline.publish(channel(awaitedBy), sessionIds.join(','));
    await pipeline.exec();
  });

  return {
    publish,
    subscribe: async (awaitedBy, onEnded) => {
      subscriber ??= subscriberClient(address, options.onError);
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

function subscriberClient(address: RedisAddress, onError: (error: Error) => void): RedisClient {
  const client = connectRedis(
    address,
    {
      connectionName: 'end-signals',
      maxRetriesPerRequest: null,
      // A Cluster's own subscriber connection is pinged by nobody, and is replaced when its node goes.
      ...(address.kind === 'cluster' ? {} : { socketTimeout: NO_ANSWER_AFTER_MS }),
      autoResubscribe: true,
    },
    onError,
  );
  const pinging = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(() => undefined);
  }, LISTENER_PING_EVERY_MS);
  pinging.unref();
  client.once('end', () => clearInterval(pinging));
  return client;
}
