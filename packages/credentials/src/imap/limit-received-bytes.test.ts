import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { CredentialReach } from '../define-runner.ts';
import { openMailbox } from './open-mailbox.ts';

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
