import { connect, type Socket } from 'node:net';
import type { Database } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import type { Client } from 'pg';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach, Reach, TestOutcome } from '../define-runner.ts';
import { pooledDatabase } from '../sql/pooled-database.ts';
import { clientOf, streamOf, type PostgresFields } from './connect.ts';
import { postgresFailure } from './failures.ts';
import { ask, runStatement, type PostgresConnection } from './run-statement.ts';

const CANCEL_REQUEST = 80_877_102;
const CANCEL_WITHIN_MS = 5_000;

export function openDatabase(fields: PostgresFields, reach: CredentialReach): Database {
  return pooledDatabase<PostgresConnection>(reach, {
    open: async (signal) => connected(fields, await reach.addressOf(fields.host), signal),
    isOpen: ({ client, use }) => streamOf(client).writable && !use.isBroken,
    close,
    reset: async ({ client, use }) => void (await use.call(() => ask(client, 'DISCARD ALL'))),
    cancel: (connection) => {
      connection.cancelled = cancel(connection.client, fields.port);
    },
    run: (connection, statement) => connection.use.call(() => runStatement(connection, statement)),
    failureOf: postgresFailure,
  });
}

/** Signs in and runs no statement. @throws StepFailure */
export async function tryDatabase(fields: PostgresFields, reach: Reach): Promise<TestOutcome> {
  try {
    close(await connected(fields, await reach.addressOf(fields.host), reach.signal));
  } catch (error) {
    throw reach.signal.aborted ? reach.signal.reason : postgresFailure(error);
  }
  return { ok: true };
}

async function connected(fields: PostgresFields, address: string, signal: AbortSignal): Promise<PostgresConnection> {
  const client = clientOf(fields, address);
  const use = new LibraryUse('pg', () => streamOf(client).destroy());
  const connection: PostgresConnection = { client, use, cancelled: null };
  let isReady = false;
  await closeOnAbort(
    signal,
    () => (isReady ? undefined : close(connection)),
    async () => {
      await connection.use.call(() => client.connect());
      isReady = true;
    },
  );
  return connection;
}

/** Ends a connection without waiting for an answer, because a server that continues to send would block it. */
function close({ client, use, cancelled }: PostgresConnection): void {
  const end = async (): Promise<void> => {
    // When the connection ends, a pooler forgets which statement the cancel request is for.
    await cancelled;
    const ended = client.end();
    (streamOf(client) as Socket).destroySoon();
    await ended;
  };
  use.call(end).catch(() => undefined);
}

/**
 * Requests that the server cancels the statement of a connection. The protocol demands a separate connection, which is
 * not encrypted, as in the library and psql: the request has no data, and its key serves nothing else. Resolves when
 * the server has closed that connection, which it does after passing the request on.
 */
function cancel(client: Client, port: number): Promise<void> {
  const { host, processID, secretKey } = client as unknown as { host: string; processID: number; secretKey: number };
  const request = Buffer.alloc(16);
  for (const [index, word] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(Math.trunc(word), index * 4);
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(), CANCEL_WITHIN_MS);
    socket.on('error', () => undefined);
    // A half-closed connection looks like a client that left, and a pooler drops the requests of such a client.
    socket.on('connect', () => void socket.write(request));
    // The server sends nothing back. If it sends data anyway, it is read only until the timer fires.
    socket.resume();
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
