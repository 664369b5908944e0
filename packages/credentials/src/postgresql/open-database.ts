import { connect } from 'node:net';
import type { Database } from '@workflow/component-kit/run';
import type { Client } from 'pg';
import { closeOnAbort } from '../connections.ts';
import type { CredentialReach } from '../define-runner.ts';
import { pooledDatabase } from '../sql/pooled-database.ts';
import { clientOf, type PostgresFields } from './connect.ts';
import { postgresFailure } from './failures.ts';
import { runStatement, type PostgresConnection } from './run-statement.ts';

/** Dates as ISO 8601 and bytes in hex, whatever the database or the user is set to. */
const SETTINGS = 'SET datestyle = ISO; SET bytea_output = hex';
const CANCEL_REQUEST = 80_877_102;
const CANCEL_WITHIN_MS = 5_000;

export function openDatabase(fields: PostgresFields, reach: CredentialReach): Database {
  return pooledDatabase<PostgresConnection>(reach, {
    open: async (signal) => connected(clientOf(fields, await reach.addressOf(fields.host)), signal),
    isOpen: ({ client }) => isOpen(client),
    close: ({ client }) => void client.end().catch(() => undefined),
    cancel: ({ client }) => cancel(client, fields.port),
    run: runStatement,
    failureOf: postgresFailure,
  });
}

async function connected(client: Client, signal: AbortSignal): Promise<PostgresConnection> {
  let isReady = false;
  await closeOnAbort(
    signal,
    () => (isReady ? undefined : client.end().catch(() => undefined)),
    async () => {
      await client.connect();
      await client.query(SETTINGS);
      isReady = true;
    },
  );
  return { client, timeoutMs: null };
}

function isOpen(client: Client): boolean {
  const { stream } = (client as unknown as { connection: { stream: { writable: boolean } } }).connection;
  return stream.writable;
}

/**
 * Asks the server to end what the connection runs, on a connection of its own as the protocol has it, in the clear as
 * the library and psql do: the request has no data, and a key that serves nothing else.
 */
function cancel(client: Client, port: number): void {
  const { host, processID, secretKey } = client as unknown as { host: string; processID: number; secretKey: number };
  const request = Buffer.alloc(16);
  for (const [index, word] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(Math.trunc(word), index * 4);
  const socket = connect({ host, port });
  socket.on('error', () => undefined);
  socket.setTimeout(CANCEL_WITHIN_MS, () => socket.destroy());
  socket.on('connect', () => socket.end(request));
}
