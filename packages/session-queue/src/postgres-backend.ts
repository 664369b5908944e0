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
 * The statements with which a worker asks when the next delayed job is due and when a rate limit ends: one for each
 * fetch without a job, and one for each wait. This service has neither delayed jobs nor rate limits of jobs.
 */
const ABOUT_DELAYS: ReadonlySet<string> = new Set(['next_delay', 'next_signal']);

/** The parts of BullMQ's backend that it does not export. */
interface BackendParts {
  connection: { pgModule: { Client: typeof Client }; listenClientConfig: { Client: typeof Client } };
  /** Runs a statement of BullMQ by its name. */
  run(statement: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/**
 * BullMQ's backend on PostgreSQL. Its pool uses the client of `postgresConnection`. BullMQ would use pg's client, which
 * supports only one host, for the connection on which a worker listens, so this replaces that client. If BullMQ gets a
 * pool instead and listens on one of its connections, a worker may stop processing jobs after a failover
 * (postgres-hosts.test.ts). Statements about delays are not sent.
 */
export const createBackend: typeof createPostgresBackend = (name, options, more) => {
  const backend = createPostgresBackend(name, options, more);
  const parts = backend as unknown as BackendParts;
  const { connection } = parts;
  connection.pgModule = { Client: pingedClient(connection.listenClientConfig.Client) };
  const run = parts.run.bind(parts);
  parts.run = (statement, values) =>
    ABOUT_DELAYS.has(statement) ? Promise.resolve({ rows: [] }) : run(statement, values);
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
 * pg rejects the statement and also emits `error` if a connection breaks in use. Without a listener the event would end
 * the process.
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
 * Pings a connection that only listens. Without pings it would notice a dead server only after minutes of TCP retries,
 * and each job would be found only after DRAIN_DELAY_S. After an `error` BullMQ listens on a new connection.
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

    /** @returns false if it was already stopped because the connection was abandoned or closed */
    #stopPinging(): boolean {
      const wasPinged = this.#isPinged;
      this.#isPinged = false;
      clearInterval(this.#pinging);
      return wasPinged;
    }

    override end(): Promise<void>;
    override end(onEnd: (error: Error) => void): void;
    override end(...args: [] | [(error: Error) => void]): Promise<void> | void {
      this.#stopPinging();
      return super.end(...(args as []));
    }
  };
}
