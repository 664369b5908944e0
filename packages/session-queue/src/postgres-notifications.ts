import { createHash } from 'node:crypto';
import { postgresAddress } from '@workflow/postgres-hosts';
import type { Client } from 'pg';
import type { SessionNotification, SessionNotifications } from './session-notifications.ts';
import { preparingClient } from './preparing-client.ts';
import type { SessionQueueOptions } from './queue-options.ts';
import {
  CONNECT_TIMEOUT_MS,
  LISTENER_PING_EVERY_MS,
  MAX_RECONNECT_DELAY_MS,
  OPERATION_TIMEOUT_MS,
} from './queue-settings.ts';
import { createNotificationBatches } from './notification-batches.ts';
import { readMessage } from './notification-message.ts';
import type { QueueSeal } from './queue-seal.ts';

/** A NOTIFY payload must be shorter than 8,000 bytes. */
const MAX_MESSAGE_BYTES = 7_900;
/** The largest outcome that fits into such a message with its id. Sealing makes it a third longer. */
const MAX_OUTCOME_BYTES = 5_800;

interface Listener {
  awaitedBy: string;
  onNotified: (notifications: SessionNotification[]) => void;
}

/**
 * Sends notifications by LISTEN and NOTIFY on a separate connection. NOTIFY holds a lock of the whole server while its
 * transaction commits, so it must never be part of a transaction of sessions, and one statement sends a whole batch.
 */
export function createPostgresNotifications(options: SessionQueueOptions, seal: QueueSeal): SessionNotifications {
  const address = postgresAddress(options.databaseUrl);
  const listeners = new Map<string, Listener>();
  let connected: Promise<Client> | null = null;
  let current: Client | null = null;
  let closed = false;

  function connect(): Promise<Client> {
    if (connected !== null) return connected;
    const opening = open();
    connected = opening;
    opening.catch(() => {
      if (connected === opening) connected = null;
    });
    return opening;
  }

  async function open(): Promise<Client> {
    const client = new (preparingClient(address.Client))({
      connectionString: address.connectionString,
      application_name: 'end-signals',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: OPERATION_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', options.onError);
    client.on('notification', ({ channel, payload = '' }) => {
      const listener = listeners.get(channel);
      listener?.onNotified(readMessage(listener.awaitedBy, payload, seal));
    });
    client.on('end', () => {
      clearInterval(pinging);
      if (current !== client) return;
      current = null;
      connected = null;
      if (!closed && listeners.size > 0) void listenAgain();
    });
    // A connection that only listens would never notice that the server is gone.
    const pinging = setInterval(() => void ask(client, 'SELECT 1').catch(options.onError), LISTENER_PING_EVERY_MS);
    pinging.unref();
    current = client;
    try {
      await client.connect();
      // If a crash loses a notification, polls find the end, so the commit need not wait for the disk.
      await client.query('SET synchronous_commit = off');
      for (const channel of listeners.keys()) await client.query(`LISTEN ${channel}`);
      return client;
    } catch (error) {
      abandon(client);
      throw error;
    }
  }

  /** Runs a statement. If there is no answer, the connection is dropped, although the statement may have run. */
  async function ask(client: Client, text: string, values: unknown[] = []): Promise<void> {
    try {
      await client.query(text, values);
    } catch (error) {
      abandon(client);
      throw error;
    }
  }

  /** Drops a connection without waiting, because a server that vanished does not close it. */
  function abandon(client: Client): void {
    client.end().catch(() => undefined);
    client.emit('end');
  }

  let trying = false;
  async function listenAgain(): Promise<void> {
    if (trying) return;
    trying = true;
    while (!closed) {
      try {
        await connect();
        break;
      } catch (error) {
        options.onError(error as Error);
        await new Promise((resolve) => setTimeout(resolve, MAX_RECONNECT_DELAY_MS));
      }
    }
    trying = false;
  }

  const publish = createNotificationBatches({
    seal,
    maxOutcomeBytes: MAX_OUTCOME_BYTES,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    send: async (messages) => {
      if (closed) return;
      const client = await connect();
      await ask(
        client,
        'SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS notification(channel, payload)',
        [messages.map(({ awaitedBy }) => channelOf(options.name, awaitedBy)), messages.map(({ message }) => message)],
      );
    },
  });

  return {
    publish,
    subscribe: async (awaitedBy, onNotified) => {
      const channel = channelOf(options.name, awaitedBy);
      listeners.set(channel, { awaitedBy, onNotified });
      if (connected === null) void listenAgain();
      else await connected.then((client) => ask(client, `LISTEN ${channel}`)).catch(() => listenAgain());
    },
    close: async () => {
      closed = true;
      await connected?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/** Returns the name of a channel. PostgreSQL allows at most 63 bytes. */
function channelOf(name: string, awaitedBy: string): string {
  return `ended_${createHash('sha256').update(`${name} ${awaitedBy}`).digest('hex').slice(0, 40)}`;
}
