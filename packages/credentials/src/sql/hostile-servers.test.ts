import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { makeTestCertificates } from '@workflow/test-harness';
import { ConnectionPools } from '../connection-pools.ts';
import { openDatabase as openMysql } from '../mysql/open-database.ts';
import { clientOf } from '../postgresql/connect.ts';
import { openDatabase as openPostgres } from '../postgresql/open-database.ts';

const certificates = makeTestCertificates();
const tls = { key: readFileSync(certificates.key), cert: readFileSync(certificates.certificate) };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(() => certificates.remove());

/** Bytes that a client can be made to buffer at most: the limit and the machine's buffers. */
const MOST_SENT = 32 * 1_048_576;
const CHUNK = Buffer.alloc(65_536, 1);

/** The server disconnects after this many bytes, so that the client buffers no more if it has no limit. */
const MOST_FLOODED = 4 * MOST_SENT;

/** Sends for as long as the client reads, and counts the sent bytes. */
function flood(stream: Duplex, sent: { bytes: number }, chunk: Buffer = CHUNK, first: Buffer = Buffer.alloc(0)): void {
  stream.write(first);
  const send = (): void => {
    while (!stream.destroyed && sent.bytes < MOST_FLOODED) {
      sent.bytes += chunk.length;
      if (!stream.write(chunk)) {
        stream.once('drain', send);
        return;
      }
    }
    stream.destroy();
  };
  stream.on('error', () => undefined);
  send();
}

async function serve(onSocket: (socket: Socket, sent: { bytes: number }) => void) {
  const sent = { bytes: 0 };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    stops.push(() => socket.destroy());
    onSocket(socket, sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, sent };
}

function message(type: string, body: Buffer, length = body.length + 4): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, body]);
}

/** A message with an announced length of a gigabyte. */
const ENDLESS = message('E', Buffer.alloc(0), 0x3f_ff_ff_00);
const STATUS = message('S', Buffer.from(`a\0${'x'.repeat(60_000)}\0`));
const READY = message('Z', Buffer.from('I'));
const LET_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const NO_ROWS = message('C', Buffer.from('SELECT 0\0'));
/** Answers the settings of a statement, and the statement. */
const ANSWER = Buffer.concat([NO_ROWS, NO_ROWS, READY]);

/** A MySQL packet of the largest size, which another packet continues. */
const LARGE = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0]), Buffer.alloc(0xff_ff_ff, 1)]);
/** Returns a greeting of protocol 10 from a server that supports TLS. */
function greeting(): Buffer {
  const body = Buffer.concat([
    Buffer.from('\n8.0.0\0'),
    Buffer.alloc(4),
    Buffer.alloc(8, 65),
    Buffer.from([0, 0xff, 0xff, 45, 2, 0, 0xff, 0xdf, 21]),
    Buffer.alloc(10),
    Buffer.alloc(12, 66),
    Buffer.from('\0mysql_native_password\0'),
  ]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
}

const TLS_REQUEST_BYTES = 36;

type Serve = (socket: Socket, sent: { bytes: number }) => void;

const encrypted = (socket: Socket, sent: { bytes: number }, first: Buffer, chunk: Buffer): void => {
  const secure = new TLSSocket(socket, { isServer: true, ...tls });
  secure.on('error', () => undefined);
  secure.once('data', () => {
    flood(secure, sent, chunk, first);
  });
};

/** Runs a statement on the server at this port. */
function runAt(port: number, open: typeof openPostgres, mode = 'none') {
  const pools = new ConnectionPools({ maxConnections: 1, idleMs: 60_000, maxIdle: 10 });
  stops.push(() => pools.close());
  const fields = { host: '127.0.0.1', port, database: 'd', user: 'u', password: 'p', tls: mode };
  const reach = { addressOf: async () => '127.0.0.1', pools, poolKey: { key: 'one', version: '1' } };
  const statement = { text: 'SELECT 1', parameters: [], maxRows: 1, maxBytes: 1_000, timeoutMs: 10_000 };
  return open(fields as never, reach).run(statement, new AbortController().signal);
}

const postgres = (onSocket: Serve, mode = 'none') => ({ open: openPostgres, mode, onSocket });
const mysql = (onSocket: Serve, mode = 'none') => ({ open: openMysql, mode, onSocket });

test.each<[string, ReturnType<typeof postgres>]>([
  ['PostgreSQL: one message without end', postgres((socket, sent) => flood(socket, sent, CHUNK, ENDLESS))],
  ['PostgreSQL: settings without end', postgres((socket, sent) => flood(socket, sent, STATUS))],
  [
    'PostgreSQL: a message without end, encrypted',
    postgres((socket, sent) => {
      socket.once('data', () => {
        socket.write('S');
        encrypted(socket, sent, ENDLESS, CHUNK);
      });
    }, 'require'),
  ],
  ['MySQL: a greeting without end', mysql((socket, sent) => flood(socket, sent, LARGE))],
  [
    'MySQL: an answer without end to the sign-in',
    mysql((socket, sent) => {
      socket.write(greeting());
      socket.once('data', () => flood(socket, sent, LARGE));
    }),
  ],
  [
    'MySQL: an answer without end, encrypted',
    mysql((socket, sent) => {
      socket.write(greeting());
      // The start of the TLS handshake may be in the same chunk as the request for TLS.
      socket.once('data', (data: Buffer) => {
        socket.pause();
        socket.unshift(data.subarray(TLS_REQUEST_BYTES));
        encrypted(socket, sent, Buffer.from([0xff, 0xff, 0xff, 3]), CHUNK);
      });
    }, 'require'),
  ],
])('%s ends the connection while it is opened', async (_name, { open, mode, onSocket }) => {
  const { port, sent } = await serve(onSocket);
  await expect(runAt(port, open, mode)).rejects.toMatchObject({
    code: 'DATABASE_UNAVAILABLE',
    message: expect.stringContaining('more than 262144 bytes'),
  });
  expect(sent.bytes).toBeLessThan(MOST_SENT);
});

test('a server that sends without being asked loses a connection that nobody uses', async () => {
  const letIn = Promise.withResolvers<Socket>();
  const { port, sent } = await serve((socket) => {
    socket.once('data', () => {
      socket.write(LET_IN);
      letIn.resolve(socket);
    });
  });
  const fields = { host: '127.0.0.1', port, database: 'd', user: 'u', password: 'p', tls: 'none' } as const;
  const client = clientOf(fields, '127.0.0.1');
  await client.connect();
  const socket = await letIn.promise;
  const closed = new Promise((resolve) => socket.on('close', resolve));
  flood(socket, sent, STATUS);
  await closed;
  expect(sent.bytes).toBeLessThan(MOST_SENT);
});

test('a server that sends without being asked after a statement loses the connection', async () => {
  const answered = Promise.withResolvers<Socket>();
  const { port, sent } = await serve((socket) => {
    socket.once('data', () => {
      socket.write(LET_IN);
      socket.once('data', () => {
        socket.write(ANSWER);
        answered.resolve(socket);
      });
    });
  });
  await runAt(port, openPostgres);
  const socket = await answered.promise;
  const closed = new Promise((resolve) => socket.on('close', resolve));
  flood(socket, sent, STATUS);
  await closed;
  expect(sent.bytes).toBeLessThan(MOST_SENT);
});
