import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { readAllowedAddresses } from './address-policy.ts';
import { createHttpClient } from './http-client.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const BYTES = 1_048_576;
const ONE_CHUNK = '1\r\nx\r\n';

/** Answers every connection with one megabyte, each byte in a separate chunk. */
async function serveOneByteChunks(): Promise<number> {
  const sockets = new Set<Socket>();
  const some = Buffer.from(ONE_CHUNK.repeat(BYTES / 16));
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      for (let sent = 0; sent < 16; sent += 1) socket.write(some);
      socket.end('0\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('answers in chunks of one byte cost as much memory as their bytes', async () => {
  const port = await serveOneByteChunks();
  const client = createHttpClient({
    allowed: readAllowedAddresses(['127.0.0.1']),
    connectTimeoutMs: 5_000,
    maxResponseBytes: BYTES,
    maxRedirects: 0,
  });
  closing.push(() => client.close());
  const call = { method: 'GET', url: new URL(`http://127.0.0.1:${port}/`), headers: {}, body: null };
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(Array.from({ length: 4 }, () => client.send(call, new AbortController().signal)));
  const grownBy = process.memoryUsage().rss - before;
  expect(answers.map(({ body }) => body.equals(Buffer.alloc(BYTES, 'x')))).toEqual([true, true, true, true]);
  // Stored as they arrived, the four would take more than 700 MB.
  expect(grownBy).toBeLessThan(200 * BYTES);
});
