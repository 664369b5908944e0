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
 * BullMQ's backend on PostgreSQL. Its pool uses the client of `postgresConnection`. The connection on which a worker
 * listens uses pg's own client, which knows only one host, so this replaces that client. BullMQ would also accept a
 * whole pool and listen on one of its connections, but after a failover on a busy machine such a worker was seen to
 * take no more jobs (postgres-hosts.test.ts).
 */
export const createBackend: typeof createPostgresBackend = (name, options, more) => {
  const backend = createPostgresBackend(name, options, more);
  const { connection } = backend as unknown as {
    connection: { pgModule: { Client: typeof Client }; listenClientConfig: { Client: typeof Client } };
  };
  connection.pgModule = { Client: pingedClient(connection.listenClientConfig.Client) };
  return backend;
};

/** Returns the configuration of BullMQ's pool. Its statements find the tables of `preparePostgres` by `search_path`. */
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
    Client: clientWithErrorListener(preparingClient(Client)),
  };
}

/**
 * If a connection breaks while BullMQ uses it, pg rejects the statement and also emits `error`. Without a listener that
 * would end the process.
 */
function clientWithErrorListener(Base: typeof Client): typeof Client {
  return class ClientWithErrorListener extends Base {
    constructor(config?: string | ClientConfig) {
      super(config);
      this.on('error', () => undefined);
    }
  };
}

/**
 * Pings a connection that only listens. Otherwise it would notice a dead server only after minutes of TCP retries, and
 * until then each job would be found only when DRAIN_DELAY_S is over. After an `error` BullMQ listens on a new
 * connection.
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

    /** @returns false if it was stopped before because the connection was abandoned or closed */
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
