import { postgresAddress } from '@workflow/postgres-hosts';
import { runMigrations } from 'bullmq';
import {
  CONNECT_TIMEOUT_MS,
  POSTGRES_SCHEMA,
  STATEMENT_ANSWER_TIMEOUT_MS,
  STATEMENT_TIMEOUT_MS,
} from './queue-settings.ts';

/**
 * Creates or updates BullMQ's tables in PostgreSQL.
 * Unlike the commits of jobs (queue-settings.ts), this commit uses the settings of the server. Otherwise a standby that
 * takes over soon after could lack the tables, and every job would fail until the processes are restarted. The commit
 * waits for a standby even if the tables exist, because BullMQ's migrations always write (an ALTER TABLE): the commit
 * that created the tables may have ended without its standby, when the server restarted (postgres-hosts.test.ts).
 * BullMQ finds its tables by a `search_path` that it sets when it connects. PgBouncer may be configured to ignore this
 * parameter, and a transaction pool shares a connection between clients: BullMQ would then create its tables elsewhere.
 * @returns why this address cannot be used for a queue, or null if it can
 * @throws if PostgreSQL does not answer, or if commits wait for a standby and none has the tables
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
 * Replaces BullMQ's function for events. BullMQ writes four or five events for each job, each with a row, an index
 * entry and a NOTIFY, and this service never reads them. A worker listens on another channel. Replicas that start at
 * the same time take turns, because PostgreSQL rejects simultaneous replacements of a function.
 */
const WRITE_NO_EVENTS = `DO $once$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('workflow:write_no_events'));
    IF (SELECT prosrc FROM pg_proc WHERE oid = 'publish_event(text, text, jsonb)'::regprocedure) LIKE '%INSERT%' THEN
      CREATE OR REPLACE FUNCTION publish_event(p_queue text, p_event text, p_data jsonb) RETURNS bigint
        LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
    END IF;
  END $once$`;

const THROUGH_POOLER =
  'the queue cannot use PostgreSQL through a pooler: set QUEUE_DATABASE_URL to an address of PostgreSQL itself';
