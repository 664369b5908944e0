import type { Database } from '@workflow/component-kit/run';
import type { Connection } from 'mysql2';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach, Reach, TestOutcome } from '../define-runner.ts';
import { pooledDatabase } from '../sql/pooled-database.ts';
import { connectionTo, endConnection, streamOf, whenConnected, type MysqlFields } from './connect.ts';
import { mysqlFailure } from './failures.ts';
import { runStatement, type MysqlConnection } from './run-statement.ts';

/** TIMESTAMP columns are read and written in this zone, as DATE_TIMEs without a zone are. */
const SETTINGS = `SET time_zone = '+00:00'`;
const CANCEL_WITHIN_MS = 5_000;

export function openDatabase(fields: MysqlFields, reach: CredentialReach): Database {
  const begin = async (): Promise<Connection> => connectionTo(fields, await reach.addressOf(fields.host));
  return pooledDatabase<MysqlConnection>(reach, {
    open: async (signal) => ({ connection: await connected(await begin(), signal), timeoutMs: null }),
    isOpen: ({ connection }) => streamOf(connection).writable,
    close: ({ connection }) => endConnection(connection),
    cancel: ({ connection: { threadId } }) => void cancel(begin, threadId).catch(() => undefined),
    run: runStatement,
    failureOf: mysqlFailure,
  });
}

/** Signs in and asks for nothing. */
export async function tryDatabase(fields: MysqlFields, reach: Reach): Promise<TestOutcome> {
  const connection = connectionTo(fields, await reach.addressOf(fields.host));
  await closeOnAbort(
    reach.signal,
    () => endConnection(connection),
    () => connection.promise().query('SELECT 1'),
  );
  return { ok: true };
}

async function connected(connection: Connection, signal: AbortSignal): Promise<Connection> {
  let isReady = false;
  await closeOnAbort(
    signal,
    () => (isReady ? undefined : endConnection(connection)),
    async () => {
      await whenConnected(connection);
      await connection.promise().query(SETTINGS);
      isReady = true;
    },
  );
  return connection;
}

/** Ends what another connection of the same user runs. */
async function cancel(begin: () => Promise<Connection>, threadId: number): Promise<void> {
  const connection = await begin();
  await closeOnAbort(
    AbortSignal.timeout(CANCEL_WITHIN_MS),
    () => endConnection(connection),
    () => connection.promise().query(`KILL QUERY ${threadId}`),
  );
}
