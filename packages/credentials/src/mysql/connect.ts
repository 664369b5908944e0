import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { StoredConfig } from '@workflow/component-kit';
import { createConnection, type Connection } from 'mysql2';
import { IdleBytes } from '../sql/idle-bytes.ts';
import type { descriptor } from './descriptor.ts';

export type MysqlFields = StoredConfig<typeof descriptor.schema>;

/** A connection to this address, which begins at once. */
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
    // The server may not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    multipleStatements: false,
    // Integers beyond 2^53 and decimals keep their digits.
    supportBigNumbers: true,
    dateStrings: true,
    jsonStrings: true,
    // No program is made of what a server says of its columns.
    disableEval: true,
  });
  limitIdleBytes(connection);
  connection.on('error', () => undefined);
  return connection;
}

/** Watches the socket, and what decrypts it from the moment at which the library makes that. */
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

/** Resolves when the server let it in. */
export function whenConnected(connection: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.connect((error) => (error === null ? resolve() : reject(error)));
  });
}

/** The stream of a connection, encrypted or not. */
export function streamOf(connection: Connection): Duplex {
  return (connection as unknown as { stream: Duplex }).stream;
}

/** Ends a connection at once: the library's own way reads on while the server sends. */
export function endConnection(connection: Connection): void {
  connection.destroy();
  streamOf(connection).destroy();
}
