import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { StoredConfig } from '@workflow/component-kit';
import { Client } from 'pg';
import { servernameOf } from '../connections.ts';
import { IdleBytes } from '../sql/idle-bytes.ts';
import { CheckedMessages } from './checked-messages.ts';
import type { descriptor } from './descriptor.ts';

export type PostgresFields = StoredConfig<typeof descriptor.schema>;

/** A client that connects to this address; not connected yet. */
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
    // Of a text, the library would take the executor's own PGPASSWORD or password file where it is empty.
    password: () => password,
    ssl: tls === 'none' ? false : { host, ...servernameOf(host), ca, rejectUnauthorized: tls === 'verify-full' },
    application_name: 'workflow-automation',
    keepAlive: true,
  });
  const wire = wireOf(client);
  wire.on('sslconnect', () => idle.watch(wire.stream));
  // A connection that ends meanwhile rejects what waits for it.
  client.on('error', () => undefined);
  checkMessages(client);
  return client;
}

/** The members of a client that the library's types leave out. */
interface Wire {
  /** The socket, and then what decrypts it. */
  stream: Duplex;
  on(event: 'sslconnect', listener: () => void): void;
  /** Is called with the stream that is read from: with TLS, after it was negotiated. */
  attachListeners(stream: Pick<Duplex, 'on'>): void;
}

export function streamOf(client: Client): Duplex {
  return wireOf(client).stream;
}

function wireOf(client: Client): Wire {
  return (client as unknown as { connection: Wire }).connection;
}

/** Lets the library read whole and well-formed messages alone. What it throws about one ends the connection. */
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
