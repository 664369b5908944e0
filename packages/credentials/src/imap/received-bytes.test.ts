import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CredentialReach } from '../define-runner.ts';
import { openMailbox } from './open-mailbox.ts';
import { ReceivedBytes } from './received-bytes.ts';

const MIB = 1_048_576;
const RESPONSES = Buffer.from('* 1 EXISTS\r\n'.repeat(5_000));

let server: Server;
let sentBytes: number;
const sockets: Socket[] = [];

/** A server that sends responses which nobody requested, without end. */
beforeEach(async () => {
  sentBytes = 0;
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('* OK IMAP4rev1 ready\r\n');
    const send = (): void => {
      if (socket.destroyed || sentBytes > 256 * MIB) return;
      sentBytes += RESPONSES.length;
      if (socket.write(RESPONSES)) setImmediate(send);
      else socket.once('drain', send);
    };
    send();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

test('a server that sends responses without end is disconnected', async () => {
  const { port } = server.address() as AddressInfo;
  const fields = { host: '127.0.0.1', port, tls: 'none' as const, user: 'ada', password: 'secret' };
  const reach = { addressOf: async () => '127.0.0.1' } as unknown as CredentialReach;
  const limits = { signal: AbortSignal.timeout(20_000), maxBytes: 100_000 };
  const opened = openMailbox(fields, reach).open('INBOX', limits, async ({ count }) => count);
  await expect(opened).rejects.toMatchObject({
    code: 'MAIL_FAILED',
    message: expect.stringMatching(/more than \d+ bytes during one request/),
  });
  // Buffers of the machine are in addition.
  expect(sentBytes).toBeLessThan(64 * MIB);
});

test('a server that sends much between two requests is disconnected, and the next request reports it', async () => {
  let receivedBytes = 0;
  const closed = Promise.withResolvers<void>();
  const received = new ReceivedBytes({
    stats: () => ({ sent: 0, received: receivedBytes }),
    close: () => closed.resolve(),
  });
  await received.during(1_000, async () => (receivedBytes += 500));
  receivedBytes += 1_000_000;
  await closed.promise;
  const next = received.during(1_000, () => Promise.reject(new Error('Connection not available')));
  await expect(next).rejects.toMatchObject({
    code: 'MAIL_FAILED',
    message: 'the mail server sent more than 262144 bytes without a request',
  });
});

test('a closed connection is not watched any more, even if its last request ends later', async () => {
  const counted: number[] = [];
  const received = new ReceivedBytes({
    stats: () => ({ sent: 0, received: counted.push(0) }),
    close: () => undefined,
  });
  const ended = Promise.withResolvers<void>();
  const last = received.during(1_000, () => ended.promise);
  received.stop();
  const looks = counted.length;
  ended.resolve();
  await last;
  expect(counted).toHaveLength(looks);
});
