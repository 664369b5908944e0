import type { Database } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import type { Connection } from 'mysql2';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach, Reach, TestOutcome } from '../define-runner.ts';
import { pooledDatabase } from '../sql/pooled-database.ts';
import { connectionTo, endConnection, resetSession, streamOf, whenConnected, type MysqlFields } from './connect.ts';
import { mysqlFailure } from './failures.ts';
import { limitOf, runStatement, type MysqlConnection } from './run-statement.ts';

/**
 * TIMESTAMP columns are read and written in this zone, like DATE_TIMEs without a zone. The character set and
 * IGNORE_SPACE are those of the handshake, which a reset replaces with the server's defaults.
 */
const SETTINGS = `SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci, time_zone = '+00:00',
  sql_mode = CONCAT(@@sql_mode, ',IGNORE_SPACE')`;
const CANCEL_WITHIN_MS = 5_000;

export function openDatabase(fields: MysqlFields, reach: CredentialReach): Database {
  const begin = async () => begunAt(fields, await reach.addressOf(fields.host));
  return pooledDatabase<MysqlConnection>(reach, {
    open: async (signal) => ({ ...(await connected(await begin(), signal)), timeoutMs: null }),
    isOpen: ({ connection, use }) => streamOf(connection).writable && !use.isBroken,
    close: ({ connection }) => endConnection(connection),
    reset: (held) => reset(held, fields.database),
    cancel: ({ connection: { threadId } }) => void cancel(begin, threadId).catch(() => undefined),
    run: (held, statement) => held.use.call(() => runStatement(held, statement)),
    failureOf: mysqlFailure,
  });
}

async function reset({ connection, use, timeoutMs }: MysqlConnection, database: string): Promise<void> {
  await use.call(() => resetSession(connection, database));
  // The next statement most likely has the same time limit.
  const limit = timeoutMs === null ? '' : `, ${limitOf(connection, timeoutMs)}`;
  await use.call(() => connection.promise().query(SETTINGS + limit));
}

/** Signs in and sends a trivial query. */
export async function tryDatabase(fields: MysqlFields, reach: Reach): Promise<TestOutcome> {
  const { connection, use } = await begunAt(fields, await reach.addressOf(fields.host));
  await closeOnAbort(
    reach.signal,
    () => endConnection(connection),
    () => use.call(() => connection.promise().query('SELECT 1')),
  );
  return { ok: true };
}

interface Begun {
  connection: Connection;
  /** Guards all calls of the library on this connection. */
  use: LibraryUse;
}

/** Begins a connection in the context of its use, so that its errors belong to it from the first byte on. */
async function begunAt(fields: MysqlFields, address: string): Promise<Begun> {
  const begun: { connection?: Connection } = {};
  const use = new LibraryUse('mysql2', () => begun.connection && endConnection(begun.connection));
  const connection = await use.call(() => connectionTo(fields, address));
  begun.connection = connection;
  return { connection, use };
}

async function connected({ connection, use }: Begun, signal: AbortSignal): Promise<Begun> {
  let isReady = false;
  await closeOnAbort(
    signal,
    () => (isReady ? undefined : endConnection(connection)),
    async () => {
      await use.call(() => whenConnected(connection));
      await use.call(() => connection.promise().query(SETTINGS));
      isReady = true;
    },
  );
  return { connection, use };
}

/** Cancels the statement that another connection of the same user runs. */
async function cancel(begin: () => Promise<Begun>, threadId: number): Promise<void> {
  const { connection, use } = await begin();
  await closeOnAbort(
    AbortSignal.timeout(CANCEL_WITHIN_MS),
    () => endConnection(connection),
    () => use.call(() => connection.promise().query(`KILL QUERY ${threadId}`)),
  );
}
