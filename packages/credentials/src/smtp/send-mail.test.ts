import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { MailMessage, MailServer } from '@workflow/component-kit/run';
import { makeTestCertificates } from '@workflow/test-harness';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { findCredentialRunner, NO_ACCESS } from '../runners.ts';
import { NO_REACH } from '../testing/no-reach.ts';

interface Received {
  from: string;
  to: string[];
  text: string;
  isEncrypted: boolean;
}

const certificates = makeTestCertificates();
const own = getCACertificates();
const stops: (() => void)[] = [];
const received: Received[] = [];

beforeAll(() => setDefaultCACertificates([...own, readFileSync(certificates.authority, 'utf8')]));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  received.length = 0;
});
afterAll(() => {
  setDefaultCACertificates(own);
  certificates.remove();
});

function refusal(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

/** Starts a mail server with one user. It refuses a recipient whose name is a reply code, with that code. */
async function serve(options: SMTPServerOptions = {}): Promise<number> {
  const server = new SMTPServer({
    key: readFileSync(certificates.key),
    cert: readFileSync(certificates.certificate),
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'right one' ? done(null, { user: 'me' }) : done(refusal(535, 'who are you')),
    onRcptTo: ({ address }, _session, done) => {
      const code = Number(/^(\d{3})@/.exec(address)?.[1] ?? 0);
      done(code === 0 ? null : refusal(code, `${address} is not wanted`));
    },
    onData: (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(refusal(552, 'that is too much'));
          return;
        }
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, text: String(Buffer.concat(chunks)), isEncrypted: secure });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(() => {
    server.close();
  });
  return (server.server.address() as AddressInfo).port;
}

const to = (address: string, name = '') => ({ address, name });
const MAIL: MailMessage = {
  messageId: '<session.1.component.0@example.com>',
  from: to('shop@example.com', 'Shop, "the" one'),
  to: [to('ada@example.com', 'Ada')],
  cc: [],
  bcc: [],
  replyTo: [],
  subject: 'Käse',
  text: 'Hello',
  attachments: [],
};

function send(
  port: number,
  message: Partial<MailMessage> = {},
  more: object = {},
  signal = new AbortController().signal,
) {
  const fields = { host: 'localhost', port, tls: 'none', user: 'me', password: 'right one', ...more };
  const reach = { ...NO_REACH, addressOf: async () => '127.0.0.1' };
  const server = findCredentialRunner('smtp')!.open(fields, NO_ACCESS, reach) as MailServer;
  return server.send({ ...MAIL, ...message }, signal);
}

test.each([
  ['none', false, {}],
  ['starttls', true, {}],
  ['implicit', true, { secure: true }],
])('sends with encryption %s', async (tls, isEncrypted, options) => {
  const port = await serve(options);
  expect(await send(port, {}, { tls })).toEqual({ accepted: ['ada@example.com'] });
  expect(received).toMatchObject([{ from: 'shop@example.com', to: ['ada@example.com'], isEncrypted }]);
  expect(received[0]?.text).toMatch(/^Message-ID: <session\.1\.component\.0@example\.com>$/m);
});

test.each([
  ['no user and no password', { user: undefined, password: undefined }],
  ['no user and an empty password', { user: undefined, password: '' }],
])('sends without a sign-in with %s', async (_name, signIn) => {
  const port = await serve({ authOptional: true });
  expect(await send(port, {}, signIn)).toEqual({ accepted: ['ada@example.com'] });
});

test('is refused without a sign-in by a server that wants one', async () => {
  const port = await serve();
  await expect(send(port, {}, { user: undefined })).rejects.toMatchObject({ code: 'MAIL_REFUSED', retryable: false });
});

test('sends text, HTML and attachments as they are read, and bcc to nobody else', async () => {
  async function* open() {
    yield Buffer.from('first,');
    yield Buffer.from('second');
  }
  const port = await serve();
  const attachments = [{ name: 'list\r\nX-Evil: 1.csv', contentType: 'text/csv', open }];
  const bcc = [to('secret@example.com')];
  const { accepted } = await send(port, {
    html: '<b>Hello</b>',
    attachments,
    bcc,
    replyTo: [to('answers@example.com')],
  });
  expect(accepted).toEqual(['ada@example.com', 'secret@example.com']);
  const [{ text } = { text: '' }] = received;
  expect(text).toContain(Buffer.from('first,second').toString('base64'));
  expect(text).toContain('<b>Hello</b>');
  expect(text).toMatch(/^Reply-To: answers@example\.com\r$/m);
  expect(text).not.toContain('secret@example.com');
  expect(text).not.toMatch(/^X-Evil/m);
});

test('gives the recipients that the server took', async () => {
  const port = await serve();
  const sent = await send(port, { to: [to('550@example.com'), to('ada@example.com')] });
  expect(sent).toEqual({ accepted: ['ada@example.com'] });
});

test.each<[string, Partial<MailMessage>, object, SMTPServerOptions, object]>([
  ['a refusal for good', { to: [to('550@example.com')] }, {}, {}, { code: 'MAIL_REFUSED', retryable: false }],
  ['a refusal for now', { to: [to('451@example.com')] }, {}, {}, { code: 'MAIL_FAILED', retryable: true }],
  ['a wrong password', {}, { password: 'wrong' }, {}, { code: 'CREDENTIAL_REFUSED', retryable: false }],
  ['no STARTTLS', {}, { tls: 'starttls' }, { disabledCommands: ['STARTTLS'] }, { code: 'MAIL_REFUSED' }],
  ['a certificate of another host', {}, { tls: 'starttls', host: 'example.com' }, {}, { code: 'MAIL_FAILED' }],
  ['a mail that is too large', { text: 'x'.repeat(5_000) }, {}, { size: 1_000 }, { code: 'MAIL_REFUSED' }],
])('fails on %s', async (_what, message, fields, options, failure) => {
  const port = await serve(options);
  await expect(send(port, message, fields)).rejects.toMatchObject(failure);
  expect(received).toEqual([]);
});

/** RFC 6531 §3.2. Domains have an ASCII form (RFC 5890 §2.3.2.1), and display names are encoded (RFC 2047). */
test.each<[string, Partial<MailMessage>, object]>([
  ['a recipient', { to: [to('jörg@example.com')] }, { code: 'MAIL_REFUSED', retryable: false }],
  ['one of several recipients', { cc: [to('用户@example.com')] }, { code: 'MAIL_REFUSED', retryable: false }],
  ['the sender', { from: to('käse@example.com') }, { code: 'MAIL_REFUSED', retryable: false }],
  ['a recipient nobody sees', { bcc: [to('é@bücher.example')] }, { code: 'MAIL_REFUSED', retryable: false }],
])('refuses an address beyond ASCII at a server without SMTPUTF8: %s', async (_what, message, failure) => {
  const port = await serve({ hideSMTPUTF8: true });
  await expect(send(port, message)).rejects.toMatchObject(failure);
  expect(received).toEqual([]);
});

test('sends to a domain and a name beyond ASCII without SMTPUTF8, and to any address with it', async () => {
  const plain = await serve({ hideSMTPUTF8: true });
  expect(await send(plain, { to: [to('ada@bücher.example', 'Jörg')] })).toEqual({
    accepted: ['ada@xn--bcher-kva.example'],
  });
  const able = await serve({ hideSMTPUTF8: false });
  expect(await send(able, { to: [to('jörg@example.com')] })).toEqual({ accepted: ['jörg@example.com'] });
  expect(received).toHaveLength(2);
});

test('reports the message of the server', async () => {
  const port = await serve();
  await expect(send(port, { to: [to('550@example.com')] })).rejects.toThrow('550@example.com is not wanted');
});

test('fails with the error of reading an attachment', async () => {
  const port = await serve();
  async function* open(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a');
    throw new Error('the store is away');
  }
  const attachments = [{ name: 'a', contentType: 'text/plain', open }];
  await expect(send(port, { attachments })).rejects.toThrow('the store is away');
  expect(received).toEqual([]);
});

test('a server that never answers holds a mail no longer than its step', async () => {
  const silent: Server = createServer().listen(0, '127.0.0.1');
  stops.push(() => silent.close());
  await once(silent, 'listening');
  const over = new AbortController();
  const connected = once(silent, 'connection');
  const sending = send((silent.address() as AddressInfo).port, {}, {}, over.signal);
  const [socket] = (await connected) as [{ destroy(): void }];
  over.abort(new Error('the time is up'));
  await expect(sending).rejects.toThrow('the time is up');
  socket.destroy();
});

test('a server that cannot be reached is a temporary failure', async () => {
  await expect(send(1)).rejects.toMatchObject({ code: 'MAIL_FAILED', retryable: true });
});
