import { postgresAddress } from '@workflow/postgres-hosts';
import { runMigrations } from 'bullmq';
import {
  CONNECT_TIMEOUT_MS,
  POSTGRES_SCHEMA,
  STATEMENT_ANSWER_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from './queue-settings.ts';

/**
 * Makes PostgreSQL ready for a queue: BullMQ's tables are created or brought up to date. This is committed as the
 * server is configured to, while jobs are not (queue-settings.ts): otherwise a standby that took over soon after could
 * lack the tables, and every job would fail until the processes are started again. The commit waits for a standby even
 * where the tables are there already, because BullMQ's migrations always write (an ALTER TABLE): the commit that made
 * the tables may have ended without its standby, by a restart of the server (postgres-hosts.test.ts).
 *
 * BullMQ finds its tables by a `search_path` that it sets when it connects. PgBouncer drops the parameter where it is
 * configured to ignore it, and shares a connection between clients in a transaction pool: BullMQ would create its
 * tables elsewhere.
 * @returns why this address cannot carry a queue; null: it can
 * @throws when PostgreSQL does not answer, or no standby has the tables where commits wait for one
 */
export async function preparePostgres(databaseUrl: string): Promise<string | null> {
  const { connectionString, Client } = postgresAddress(databaseUrl);
  const client = new Client({
    connectionString,
    application_name: 'session-queue',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: STATEMENT_ANSWER_TIMEOUT_MS,
    // PostgreSQL does not notice that a client left while its statement waits for a lock.
    lock_timeout: STATEMENT_TIMEOUT_MS,
    options: `-c search_path=${POSTGRES_SCHEMA}`,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ search_path: string }>('SHOW search_path');
    if (rows[0]?.search_path !== POSTGRES_SCHEMA) return THROUGH_POOLER;
    await runMigrations(client, POSTGRES_SCHEMA);
    await client.query(WRITE_NO_EVENTS);
    return null;
  } catch (error) {
    if ((error as Error).message.includes('unsupported startup parameter')) return THROUGH_POOLER;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * BullMQ writes four or five events for each job, for a reader that this service does not have: a row, an index entry
 * and a NOTIFY each. A worker listens on another channel. Replicas that start together take turns, because PostgreSQL
 * refuses to replace a function twice at once.
 */
const WRITE_NO_EVENTS = `DO $once$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('workflow:write_no_events'));
    IF (SELECT prosrc FROM pg_proc WHERE oid = 'publish_event(text, text, jsonb)'::regprocedure) LIKE '%INSERT%' THEN
      CREATE OR REPLACE FUNCTION publish_event(p_queue text, p_event text, p_data jsonb) RETURNS bigint
        LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    END IF;
  END $once$`;

const THROUGH_POOLER =
  'the queue cannot be kept in PostgreSQL through a pooler: set QUEUE_DATABASE_URL to an address of PostgreSQL itself';
