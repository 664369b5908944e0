import { createHash } from 'node:crypto';
import { Client } from 'pg';
import type { EndSignals, SessionQueueOptions } from './contract.ts';
import { CONNECT_TIMEOUT_MS, MAX_RECONNECT_DELAY_MS, OPERATION_TIMEOUT_MS } from './queue-settings.ts';
import { createSignalBatches } from './signal-batches.ts';

/**
 * LISTEN and NOTIFY over a connection of its own: NOTIFY takes a lock over the whole server while its transaction
 * commits, so it must never stand in a transaction of sessions, and one statement carries a whole batch.
 */
export function createPostgresEndSignals(options: SessionQueueOptions): EndSignals {
  const listeners = new Map<string, (sessionIds: string[]) => void>();
  let connected: Promise<Client> | null = null;
  let closed = false;

  function connect(): Promise<Client> {
    connected ??= open().catch((error: unknown) => {
      connected = null;
      throw error;
    });
    return connected;
  }

  async function open(): Promise<Client> {
    const client = new Client({
      connectionString: options.databaseUrl,
      application_name: 'end-signals',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: OPERATION_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', options.onError);
    client.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload?.split(',') ?? []));
    client.on('end', () => {
      connected = null;
      if (!closed && listeners.size > 0) void listenAgain();
    });
    try {
      await client.connect();
      // A signal that a crash loses is polled: it need not wait for the disk.
      await client.query('SET synchronous_commit = off');
      for (const channel of listeners.keys()) await client.query(`LISTEN ${channel}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
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

  const publish = createSignalBatches(async (signals) => {
    if (closed) return;
    const client = await connect();
    await client.query('SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS signal(channel, payload)', [
      signals.map((signal) => channelOf(options.name, signal.awaitedBy)),
      signals.map((signal) => signal.sessionIds.join(',')),
    ]);
  });

  return {
    publish,
    subscribe: async (awaitedBy, onEnded) => {
      const channel = channelOf(options.name, awaitedBy);
      listeners.set(channel, onEnded);
      if (connected === null) void listenAgain();
      else await connected.then((client) => client.query(`LISTEN ${channel}`)).catch(() => listenAgain());
    },
    close: async () => {
      closed = true;
      await connected?.then((client) => client.end()).catch(() => undefined);
    },
  };
}

/** A channel's name is an identifier of at most 63 bytes. */
function channelOf(name: string, awaitedBy: string): string {
  return `ended_${createHash('sha256').update(`${name} ${awaitedBy}`).digest('hex').slice(0, 40)}`;
}
