import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { StoredConfig } from '@workflow/component-kit';
import { createConnection, escapeId, type Connection } from 'mysql2';
import { IdleBytes } from '../sql/idle-bytes.ts';
import type { descriptor } from './descriptor.ts';

export type MysqlFields = StoredConfig<typeof descriptor.schema>;

/** Opens a connection to this IP address immediately. */
export function connectionTo(fields: MysqlFields, address: string): Connection {
  const { host, port, database, user, password, tls, ca } = fields;
  const verify = tls === 'verify-full';
  const connection = createConnection({
    host,
    port,
    database,
    user,
    password,
    stream: () => connect({ host: address, port }),
    ...(tls !== 'none' && {
      ssl: { ...(ca !== undefined && { ca }), rejectUnauthorized: verify, verifyIdentity: verify },
    }),
    // Forbids the server to request files of this machine.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    // Integers beyond 2^53 and decimals are returned with all their digits.
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    // Otherwise the library compiles code from the server's descriptions of columns.
    disableEval: true,
  });
  limitIdleBytes(connection);
  confineToPackets(connection);
  connection.on('error', () => undefined);
  return connection;
}

/** Watches the socket, and the decrypted stream from the moment the library creates it. */
function limitIdleBytes(connection: Connection): void {
  const idle = new IdleBytes();
  idle.watch(streamOf(connection));
  const wire = connection as unknown as { startTLS(onSecure: unknown): void };
  const startTls = wire.startTLS.bind(connection);
  wire.startTLS = (onSecure) => {
    startTls(onSecure);
    idle.watch(streamOf(connection));
  };
}

/** A packet of the library. All packets of a chunk share its buffer. */
interface Packet {
  buffer: Buffer;
  start: number;
  offset: number;
  end: number;
}

/**
 * Gives the library only the bytes of each packet. Otherwise a text whose announced length is wrong contains the
 * packets after it, and many short packets become many long texts. Packets after the end of the connection are ignored.
 */
function confineToPackets(connection: Connection): void {
  const { packetParser } = connection as unknown as { packetParser: { onPacket: (packet: Packet) => void } };
  const { onPacket } = packetParser;
  packetParser.onPacket = (packet) => {
    if (streamOf(connection).destroyed) return;
    const { start, end } = packet;
    packet.buffer = packet.buffer.subarray(start, end);
    packet.start = 0;
    packet.offset -= start;
    packet.end = end - start;
    onPacket(packet);
  };
}

/** Resolves when the server accepted the sign-in. */
export function whenConnected(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error === null ? resolve() : reject(error)));
  });
}

/** Resets a session, and selects its database again, because MariaDB forgets the character set of the database. */
export async function resetSession(connection: Connection, database: string): Promise<void> {
  await connection.promise().reset();
  await connection.promise().query(`USE ${escapeId(database, true)}`);
}

/** Returns the stream of a connection, encrypted or not. */
export function streamOf(connection: Connection): Duplex {
  return (connection as unknown as { stream: Duplex }).stream;
}

/** Ends a connection immediately. The library would continue to read while the server sends. */
export function endConnection(connection: Connection): void {
  connection.destroy();
  streamOf(connection).destroy();
}
