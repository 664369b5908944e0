import { createPostgresBackend } from 'bullmq';
import { postgresAddress } from '@workflow/postgres-hosts';
import type { Client, ClientConfig } from 'pg';
import { preparingClient } from './preparing-client.ts';
import {
  CONNECT_TIMEOUT_MS,
  IDLE_CONNECTION_MS,
  LISTENER_PING_EVERY_MS,
  NO_ANSWER_AFTER_MS,
  POSTGRES_SCHEMA,
  POSTGRES_SETTINGS,
  STATEMENT_ANSWER_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from './queue-settings.ts';

/**
 * BullMQ's backend on PostgreSQL. Its pool takes the client of `postgresConnection`; the connection on which a worker
 * listens is made with pg's own one, which knows one host, so it is given that client as well. BullMQ would also take
 * a whole pool and listen on one of its connections, but such a worker was seen to take no more jobs after a failover
 * on a busy machine (postgres-hosts.test.ts).
 */
export const createBackend: typeof createPostgresBackend = (name, options, more) => {
  const backend = createPostgresBackend(name, options, more);
  const { connection } = backend as unknown as {
    connection: { pgModule: { Client: typeof Client }; listenClientConfig: { Client: typeof Client } };
  };
  connection.pgModule = { Client: pingedClient(connection.listenClientConfig.Client) };
  return backend;
};

/** The configuration of a pool of BullMQ's own: its statements find `preparePostgres`'s tables by `search_path`. */
export function postgresConnection(databaseUrl: string, max: number) {
  const { connectionString, Client } = postgresAddress(databaseUrl);
  return {
    connectionString,
    schema: POSTGRES_SCHEMA,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    application_name: 'session-queue',
    keepAlive: true,
    options: POSTGRES_SETTINGS,
    Client: listenedClient(preparingClient(Client)),
  };
}

/**
 * A connection that breaks while BullMQ has it in use rejects its statement and raises `error` besides; nobody
 * listens for that one, and it would end the process.
 */
function listenedClient(Base: typeof Client): typeof Client {
  return class ListenedClient extends Base {
    constructor(config?: string | ClientConfig) {
      super(config);
      this.on('error', () => undefined);
    }
  };
}

/**
 * A connection that only listens would not notice that its server is gone: TCP asks after minutes, and until then each
 * job would be found only when DRAIN_DELAY_S is over. BullMQ listens on a new one after an `error`.
 */
function pingedClient(Base: typeof Client): typeof Client {
  const ping = { text: 'SELECT 1', query_timeout: NO_ANSWER_AFTER_MS };
  return class PingedClient extends Base {
    readonly #pinging = setInterval(() => {
      this.query(ping).catch((error: unknown) => {
        if (this.#stopPinging()) this.emit('error', error);
      });
    }, LISTENER_PING_EVERY_MS).unref();
    #isPinged = true;

    /** @returns false when that was done before: the connection is given up, or closed on purpose */
    #stopPinging(): boolean {
      const wasPinged = this.#isPinged;
      this.#isPinged = false;
      clearInterval(this.#pinging);
      return wasPinged;
    }

    override end(): Promise<void>;
    override end(onEnd: (error: Error) => void): void;
    override end(...given: [] | [(error: Error) => void]): Promise<void> | void {
      this.#stopPinging();
      return super.end(...(given as []));
    }
  };
}
