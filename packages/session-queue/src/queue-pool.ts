import { isPgPool, type PgPool, quoteSchemaName, runMigrations } from 'bullmq';
import { postgresAddress } from '@workflow/postgres-hosts';
import pg from 'pg';
import {
  CONNECT_TIMEOUT_MS,
  IDLE_CONNECTION_MS,
  LISTENER_KEEPALIVE_MS,
  POSTGRES_SCHEMA,
  POSTGRES_SETTINGS,
  STATEMENT_ANSWER_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from './queue-settings.ts';

/** A pool of pg, as BullMQ's types describe one as well. */
export type QueuePool = pg.Pool & PgPool;

/**
 * The pool of one BullMQ queue or worker, which uses it and leaves it open: whoever opened it ends it. A pool that
 * BullMQ made would connect by pg's own client where a worker listens, and that client knows one host. A worker keeps
 * one of the connections to listen on.
 */
export function openQueuePool(databaseUrl: string, max: number): QueuePool {
  const { connectionString, Client } = postgresAddress(databaseUrl);
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_ANSWER_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    application_name: 'session-queue',
    keepAlive: true,
    keepAliveInitialDelayMillis: LISTENER_KEEPALIVE_MS,
    // BullMQ's statements find their tables by it.
    options: `${POSTGRES_SETTINGS} -c search_path=${quoteSchemaName(POSTGRES_SCHEMA)}`,
    Client: listenedClient(Client),
  });
  // BullMQ reports the errors of idle connections once it has the pool.
  pool.on('error', () => undefined);
  // The compiler cannot compare the two types' overloads of `on`.
  if (!isPgPool(pool)) throw new TypeError('BullMQ does not take the pool');
  return pool;
}

/** Creates BullMQ's tables, or brings them to the version of this BullMQ. */
export async function migrateQueue(pool: QueuePool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client, POSTGRES_SCHEMA);
    client.release();
  } catch (error) {
    // It may be in the middle of the migrations' transaction.
    client.release(true);
    throw error;
  }
}

/**
 * A connection that breaks while BullMQ has it in use rejects its statement and raises `error` besides; nobody
 * listens for that one, and it would end the process.
 */
function listenedClient(Base: typeof pg.Client): typeof pg.Client {
  return class ListenedClient extends Base {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => undefined);
    }
  };
}
