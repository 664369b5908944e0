import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { StoredConfig } from '@workflow/component-kit';
import { Client } from 'pg';
import { servernameOf } from '../connections.ts';
import { IdleBytes } from '../sql/idle-bytes.ts';
import { CheckedMessages } from './checked-messages.ts';
import type { descriptor } from './descriptor.ts';

export type PostgresFields = StoredConfig<typeof descriptor.schema>;

/** Returns a client for this address that is not connected yet. */
export function clientOf(fields: PostgresFields, address: string): Client {
  const { host, port, database, user, password, tls, ca } = fields;
  const socket = new Socket();
  const idle = new IdleBytes();
  idle.watch(socket);
  const client = new Client({
    stream: () => socket,
    host: address,
    port,
    database,
    user,
    // If a text is empty, the library takes the executor's own PGPASSWORD or password file. It does not for a function.
    password: () => password,
    ssl: tls === 'none' ? false : { host, ...servernameOf(host), ca, rejectUnauthorized: tls === 'verify-full' },
    application_name: 'workflow-automation',
    keepAlive: true,
  });
  const wire = wireOf(client);
  wire.on('sslconnect', () => idle.watch(wire.stream));
  // Pending calls are rejected when the connection ends.
  client.on('error', () => undefined);
  checkMessages(client);
  return client;
}

/** The members of a client that the library's types leave out. */
interface Wire {
  /** The socket, and later the decrypted stream. */
  stream: Duplex;
  on(event: 'sslconnect', listener: () => void): void;
  /** Called with the stream to read from. With TLS that is after the negotiation. */
  attachListeners(stream: Pick<Duplex, 'on'>): void;
}

export function streamOf(client: Client): Duplex {
  return wireOf(client).stream;
}

function wireOf(client: Client): Wire {
  return (client as unknown as { connection: Wire }).connection;
}

/** Passes only complete and well-formed messages to the library. If the library throws for one, the connection ends. */
function checkMessages(client: Client): void {
  const wire = wireOf(client);
  const attach = wire.attachListeners.bind(wire);
  wire.attachListeners = (stream) => {
    const messages = new CheckedMessages();
    const pass = (listener: (bytes: Buffer) => void) => (chunk: Buffer) => {
      try {
        const whole = messages.read(chunk);
        if (whole.length > 0) listener(whole);
      } catch (error) {
        wire.stream.destroy(error as Error);
      }
    };
    const on = (event: string, listener: (bytes: Buffer) => void): unknown =>
      stream.on(event, event === 'data' ? pass(listener) : listener);
    attach({ on } as Pick<Duplex, 'on'>);
  };
}
