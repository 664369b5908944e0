import { once } from 'node:events';
import type { SessionNotifications } from './session-notifications.ts';
import type { RedisAddress, SessionQueueOptions } from './queue-options.ts';
import { LISTENER_PING_EVERY_MS, NO_ANSWER_AFTER_MS, keyPrefixOf } from './queue-settings.ts';
import { type RedisClient, connectRedis, createFailFastRedis } from './redis-client.ts';
import { createNotificationBatches } from './notification-batches.ts';
import { readMessage } from './notification-message.ts';
import type { QueueSeal } from './queue-seal.ts';

/** Redis accepts larger messages, but buffers them for a subscriber that does not read. */
const MAX_OUTCOME_BYTES = 8 * 1024;
const MAX_MESSAGE_BYTES = 256 * 1024;

/** The states of a client that is connecting. */
const CONNECTING = ['connecting', 'connect'];

/** Sends notifications by Redis publish and subscribe. ioredis subscribes again by itself after a lost connection. */
export function createRedisNotifications(
  options: SessionQueueOptions,
  address: RedisAddress,
  seal: QueueSeal,
): SessionNotifications {
  const channel = (awaitedBy: string): string => `${keyPrefixOf(address)}:${options.name}:ended:${awaitedBy}`;
  let publisher: RedisClient | null = null;
  let subscriber: RedisClient | null = null;

  const publish = createNotificationBatches({
    seal,
    maxOutcomeBytes: MAX_OUTCOME_BYTES,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    send: async (messages) => {
      publisher ??= createFailFastRedis(address, 'end-signals', options.onError);
      const client = publisher;
      if (!(await isReady(client))) return;
      await Promise.all(messages.map(({ awaitedBy, message }) => client.publish(channel(awaitedBy), message)));
    },
  });

  return {
    publish,
    subscribe: async (awaitedBy, onNotified) => {
      subscriber ??= subscriberClient(address, options.onError);
      const name = channel(awaitedBy);
      subscriber.on('message', (from: string, message: string) => {
        if (from === name) onNotified(readMessage(awaitedBy, message, seal));
      });
      // While Redis does not answer, the client queues this. It is not awaited, because notifications are optional.
      subscriber.subscribe(name).catch(options.onError);
    },
    close: async () => {
      publisher?.disconnect();
      subscriber?.disconnect();
    },
  };
}

/**
 * Waits while the client is connecting. Without a connection notifications are dropped, because the ingress polls as
 * well.
 */
async function isReady(client: RedisClient): Promise<boolean> {
  if (client.status === 'ready') return true;
  if (!CONNECTING.includes(client.status)) return false;
  return Promise.race([once(client, 'ready').then(() => true), once(client, 'close').then(() => false)]);
}

function subscriberClient(address: RedisAddress, onError: (error: Error) => void): RedisClient {
  const client = connectRedis(
    address,
    {
      connectionName: 'end-signals',
      maxRetriesPerRequest: null,
      // Nobody pings the subscriber connection of a Cluster. It is replaced when its node goes away.
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
