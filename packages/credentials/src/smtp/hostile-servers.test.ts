import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { MailMessage, MailServer } from '@workflow/component-kit/run';
import { findCredentialRunner, NO_ACCESS } from '../runners.ts';
import { NO_REACH } from '../testing/no-reach.ts';

const MAIL: MailMessage = {
  messageId: '<1@a.example>',
  from: { name: '', address: 'a@a.example' },
  to: [{ name: '', address: 'b@a.example' }],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: '',
  text: 'Hello',
  attachments: [],
};

/** Sends a mail through a server that sends this text after its greeting. */
async function send(text: string): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(`220 mail.example\r\n${text}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fields = { host: '127.0.0.1', port, tls: 'none' };
  const reach = { ...NO_REACH, addressOf: async () => '127.0.0.1' };
  try {
    const mails = findCredentialRunner('smtp')!.open(fields, NO_ACCESS, reach) as MailServer;
    return await mails.send(MAIL, AbortSignal.timeout(3_000));
  } finally {
    server.close();
  }
}

test('a server that sends many empty lines loses the connection', async () => {
  await expect(send('\n'.repeat(100_000))).rejects.toMatchObject({
    code: 'MAIL_FAILED',
    message: 'the mail server failed: it sent more than 1000 lines without being asked',
  });
});

// The library limits only the length of one reply, and skips empty lines.
test('a server that sends more than 1 MiB loses the connection', async () => {
  await expect(send(`${' '.repeat(10_000)}\n`.repeat(200))).rejects.toMatchObject({
    code: 'MAIL_FAILED',
    message: 'the mail server failed: it sent more than 1048576 bytes',
  });
});
